import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LANGUAGE_TAGS, languageOf } from '@/lib/language';
import { currentSession } from './guard';
import { LOCALE_COOKIE } from './locale';
import { type Messages as ConsoleMessages, messages } from './messages';

/** Tells the compiler every key: a text that does not exist does not build. */
declare module 'next-intl' {
  interface AppConfig {
    Messages: ConsoleMessages;
  }
}

/** Texts in the language of whoever is signed in; before that, in the one the cookie names. */
export default getRequestConfig(async () => {
  const cookie = (await cookies()).get(LOCALE_COOKIE)?.value;
  const session = await currentSession();
  const language = session?.locale ?? languageOf(cookie);
  return {
    locale: LANGUAGE_TAGS[language],
    timeZone: 'America/Guatemala',
    messages: messages[language],
  };
});
