import { getLocale, getTranslations } from 'next-intl/server';

export default async function NotFound() {
  const t = await getTranslations('messages.unknown');
  return (
    <main lang={await getLocale()}>
      <h1>{t('title')}</h1>
      <p>{t('what')}</p>
      <p>
        <a href="/">{t('start')}</a> · <a href="/docs">{t('documentation')}</a> ·{' '}
        <a href="/console">{t('console')}</a>
      </p>
    </main>
  );
}
