import { requestOrigin } from '@/app/(docs)/origin';
import { Code } from '@/app/(docs)/parts/code';
import { copyTexts, docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { curlLine } from '@/lib/contract/curl';
import { firstQuestion, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';

export const dynamic = 'force-dynamic'; // Its scripts carry the nonce of the answer.

/** The front page: what the service is and where to go. */
export default async function FrontPage({ searchParams }: { readonly searchParams: Search }) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  const caller = {
    origin: await requestOrigin(),
    login: t('start.loginPlaceholder'),
    token: 'pas_…',
  };
  return (
    <main>
      <h1>{t('front.heading')}</h1>
      <p className="lead">{t('lead')}</p>
      <h2>{t('front.first')}</h2>
      <Code
        code={curlLine(caller, firstQuestion('cui-nit'))}
        label={t('front.first')}
        {...copyTexts(t)}
      />
      <h2>{t('sections.consultas')}</h2>
      <ul className="lookups">
        {LOOKUPS.map((lookup) => (
          <li key={lookup}>
            <code>
              <span className="method">POST</span> {lookupFacts[lookup].path}
            </code>
            <span>{lookupFacts[lookup].title[language]}</span>
          </li>
        ))}
      </ul>
      <h2>{t('front.access')}</h2>
      <p>
        {t('front.accessWhat')} <a href={`/docs?lang=${language}`}>{t('title')}</a> ·{' '}
        <a href={`/estado?lang=${language}`}>{t('front.status')}</a> ·{' '}
        <a href={`/verificar?lang=${language}`}>{t('verify.title')}</a>
      </p>
    </main>
  );
}
