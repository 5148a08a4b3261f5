import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LANGUAGE_TAGS, languageOf } from '@/lib/base/values/language';
import { formatsIn } from '@/lib/console/texts/formats';
import { type Messages as ConsoleMessages, messages } from '@/lib/console/texts/messages';
import { currentSession } from './guard';
import { localeCookie } from './locale';

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
