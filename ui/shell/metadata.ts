import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type es from '@/messages/es.json';

type Messages = typeof es;

/** Parts of the messages that have a title. */
type Titled = {
  [Name in keyof Messages]: Messages[Name] extends { title: string } ? Name : never;
}[keyof Messages];

type Key =
  | `${Titled}.title`
  | `integration.tabs.${keyof Messages['integration']['tabs']}`
  | 'statement.document'
  | 'messages.notFound.title'
  | 'query.missingTitle';

/** Makes the `generateMetadata` of a page whose title is a text of the messages. */
export function titled(key: Key): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations())(key) });
}
