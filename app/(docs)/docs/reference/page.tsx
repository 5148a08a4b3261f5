import type { Metadata } from 'next';
import { Header } from '@/app/(docs)/parts/header';
import { docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { settings } from '@/lib/base/env/settings';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { ComponentFrame } from './component-frame';

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
        <ComponentFrame
          language={language}
          title={t('referenceTitle')}
          lookups={LOOKUPS.map((lookup) => lookupFacts[lookup].path)}
        />
        <noscript>
          <p className="notice">{t('tryIt.noScript')}</p>
        </noscript>
      </div>
    </>
  );
}
