import '@/app/brand.css';
import '@/app/(docs)/docs.css';
import '@/app/(docs)/code.css';
import './front.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { docsTexts, documentLanguage } from '@/app/(docs)/texts';
import { typeface } from '@/app/typeface';
import { settings } from '@/lib/base/env/settings';
import { LANGUAGE_TAGS } from '@/lib/base/values/language';
import { Logo } from '@/ui/parts/logo';
import { Support } from '@/ui/parts/support';

export async function generateMetadata(): Promise<Metadata> {
  const description = docsTexts(await documentLanguage())('lead');
  return { title: { default: 'Pasarela', template: '%s · Pasarela' }, description };
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const language = await documentLanguage();
  const t = docsTexts(language);
  const { deployment } = settings();
  const other = language === 'en' ? 'es' : 'en';
  return (
    <html lang={LANGUAGE_TAGS[language]} className={typeface.variable}>
      <body>
        <header className="top">
          <a className="logo" href={`/?lang=${language}`}>
            <Logo />
          </a>
          <span className={`badge ${deployment}`}>{t(`deployment.${deployment}`)}</span>
          <nav aria-label="Pasarela" className="pages">
            <a href={`/docs?lang=${language}`}>{t('guide')}</a>
            <a href={`/docs/reference?lang=${language}`}>{t('reference')}</a>
            <a href={`/estado?lang=${language}`}>{t('statusLink')}</a>
            <a href="/console">{t('console')}</a>
            <a href={`?lang=${other}`} lang={other} hrefLang={other}>
              {t('switchLanguage')}
            </a>
          </nav>
        </header>
        {children}
        <footer>
          <Support label={t('front.help')} />
        </footer>
      </body>
    </html>
  );
}
