import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { PlainMessage } from './plain-message';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations();
  return { title: `${t('messages.notFound.title')} · ${t('app.title')}` };
}

/** Shown for an address that no part of the app has. */
export default async function NotFound() {
  const t = await getTranslations('messages');
  return (
    <PlainMessage language={await getLocale()}>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.what')}</p>
      <p>
        <a href="/">{t('start')}</a>
      </p>
    </PlainMessage>
  );
}
