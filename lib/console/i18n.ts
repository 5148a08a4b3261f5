import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LOCALE_COOKIE, localeOf } from './locale';

/** Texts of the request's language: the cookie that signing in and the account page set. */
export default getRequestConfig(async () => {
  const jar = await cookies();
  const locale = localeOf(jar.get(LOCALE_COOKIE)?.value);
  const messages = locale === 'en' ? await import('@/messages/en.json') : await import('@/messages/es.json');
  return { locale: locale === 'en' ? 'en' : 'es-GT', timeZone: 'America/Guatemala', messages: messages.default };
});
