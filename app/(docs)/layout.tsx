import '@/app/brand.css';
import './docs.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { typeface } from '@/app/typeface';
import { LANGUAGE_TAGS } from '@/lib/base/values/language';
import { docsTexts, documentLanguage } from './texts';

/** Nonce and origin depend on the request, so no page is built ahead. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const language = await documentLanguage();
  const t = docsTexts(language);
  return {
    alternates: {
      types: {
        'application/atom+xml': [
          { url: `/docs/changes.atom?lang=${language}`, title: t('sections.cambios') },
        ],
      },
    },
    title: { default: `${t('title')} · Pasarela`, template: '%s · Pasarela' },
    description: t('lead'),
  };
}

export default async function DocsRoot({ children }: { readonly children: ReactNode }) {
  return (
    <html lang={LANGUAGE_TAGS[await documentLanguage()]} className={typeface.variable}>
      <body>{children}</body>
    </html>
  );
}
