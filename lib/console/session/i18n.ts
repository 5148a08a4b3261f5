import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LANGUAGE_TAGS, languageOf } from '@/lib/base/values/language';
import {
  type Messages as ConsoleMessages,
  formatsIn,
  messages,
} from '@/lib/console/texts/messages';
import { localeCookie } from './cookies';
import { currentSession } from './guard';

/** Declares all keys, so that a missing text fails the build. */
declare module 'next-intl' {
  interface AppConfig {
    Messages: ConsoleMessages;
    Formats: ReturnType<typeof formatsIn>;
  }
}

/** Chooses the language of the user, or before sign-in the language of the cookie. */
export default getRequestConfig(async () => {
  const cookie = (await cookies()).get(localeCookie())?.value;
  const session = await currentSession();
  const language = session?.locale ?? languageOf(cookie);
  return {
    locale: LANGUAGE_TAGS[language],
    timeZone: 'America/Guatemala',
    formats: formatsIn(language),
    messages: messages[language],
  };
});
