import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import { currentSession } from './guard';
import { LOCALE_COOKIE, localeOf } from './locale';

/** The compiler knows every key by this: a text that does not exist does not build. */
declare module 'next-intl' {
  interface AppConfig {
    Messages: typeof es;
  }
}

/** Texts in the language of whoever is signed in; before that, in the one the cookie names. */
export default getRequestConfig(async () => {
  const cookie = (await cookies()).get(LOCALE_COOKIE)?.value;
  const session = await currentSession();
  const locale = session?.locale ?? localeOf(cookie);
  const [tag, messages] = locale === 'en' ? ['en', en] : ['es-GT', es];
  return { locale: tag, timeZone: 'America/Guatemala', messages };
});
