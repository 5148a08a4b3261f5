import type { Metadata } from 'next';
import { Header } from '@/app/(docs)/parts/header';
import { docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { settings } from '@/lib/settings';
import { Reference } from './reference';

interface ReferencePageProps {
  readonly searchParams: Search;
}

export async function generateMetadata({ searchParams }: ReferencePageProps): Promise<Metadata> {
  return { title: docsTexts(await pageLanguage(searchParams))('referenceTitle') };
}

/** The API reference, which can send requests to this deployment. Open to anybody. */
export default async function ReferencePage({ searchParams }: ReferencePageProps) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  const { deployment } = settings();
  return (
    <>
      <Header language={language} deployment={deployment} current="reference" />
      <div id="contenido" tabIndex={-1}>
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
        <noscript>
          <p className="notice">{t('tryIt.noScript')}</p>
        </noscript>
      </div>
    </>
  );
}
