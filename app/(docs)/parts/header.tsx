import { docsMessages, docsTexts } from '@/app/(docs)/texts';
import type { Deployment } from '@/lib/base/env/env';
import type { Language } from '@/lib/base/values/language';
import { Logo } from '@/ui/parts/logo';
import { Search } from './search';

interface HeaderProps {
  readonly language: Language;
  readonly deployment: Deployment;
  readonly current: 'guide' | 'reference';
}

export function Header({ language, deployment, current }: HeaderProps) {
  const t = docsTexts(language);
  const other = language === 'en' ? 'es' : 'en';
  const pages = { guide: '/docs', reference: '/docs/reference' } as const;
  return (
    <header className="top">
      <a className="skip" href="#contenido">
        {t('skip')}
      </a>
      <a className="logo" href={`/docs?lang=${language}`}>
        <Logo />
      </a>
      <span className={`badge ${deployment}`}>{t(`deployment.${deployment}`)}</span>
      <Search language={language} texts={docsMessages[language].search} />
      <nav aria-label="Pasarela" className="pages">
        {(['guide', 'reference'] as const).map((page) => (
          <a
            key={page}
            href={`${pages[page]}?lang=${language}`}
            aria-current={page === current ? 'page' : undefined}
          >
            {t(page)}
          </a>
        ))}
        <a href={`/openapi.json?lang=${language}`}>{t('document')}</a>
        <a href={`/estado?lang=${language}`}>{t('statusLink')}</a>
        <a className="wide" href="/console">
          {t('console')}
        </a>
        <a href={`${pages[current]}?lang=${other}`} lang={other} hrefLang={other}>
          {t('switchLanguage')}
        </a>
      </nav>
    </header>
  );
}
