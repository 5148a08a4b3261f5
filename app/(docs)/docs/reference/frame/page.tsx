import { docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { Reference } from './reference';

/** The document of the reference component. `proxy.ts` sandboxes it. */
export default async function FramePage({ searchParams }: { readonly searchParams: Search }) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  return (
    <Reference
      language={language}
      loading={t('tryIt.loading')}
      failed={t('tryIt.failed')}
      names={{
        copy: t('copy'),
        editor: t('tryIt.editor'),
        login: t('tryIt.login'),
        secret: 'pas_…',
      }}
    />
  );
}
