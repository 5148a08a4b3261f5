import '@/app/(docs)/code.css';
import './guide.css';
import { Fragment, type ReactNode } from 'react';
import { requestOrigin } from '@/app/(docs)/origin';
import { Paragraph, Section } from '@/app/(docs)/parts/basics';
import { Billing, Repeating } from '@/app/(docs)/parts/billing';
import { Clients, Identifiers } from '@/app/(docs)/parts/clients';
import { Contents } from '@/app/(docs)/parts/contents';
import { CopyButton } from '@/app/(docs)/parts/copy-button';
import { Errors } from '@/app/(docs)/parts/errors';
import { Header } from '@/app/(docs)/parts/header';
import { Limits } from '@/app/(docs)/parts/limits';
import { anchorOf, Codes, Lookups, Path, TwoRtu } from '@/app/(docs)/parts/lookups';
import { Notices } from '@/app/(docs)/parts/notices';
import { Sandbox } from '@/app/(docs)/parts/sandbox';
import {
  Answers,
  Changes,
  Credentials,
  GoLive,
  Order,
  Recording,
  Start,
} from '@/app/(docs)/parts/sections';
import {
  copyTexts,
  docsMessages,
  docsTexts,
  keysOf,
  pageLanguage,
  type Search,
} from '@/app/(docs)/texts';
import { settings } from '@/lib/base/env/settings';
import { BILLED_LOOKUPS, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { contractTexts } from '@/lib/contract/openapi/texts';
import { REVISION } from '@/lib/contract/revision';
import { Support } from '@/ui/parts/support';

const SECTIONS = keysOf(docsMessages.es.sections);

export default async function DocsPage({ searchParams }: { readonly searchParams: Search }) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  const guide = { language, t, texts: contractTexts[language] };
  const { deployment, limits, chargeEmptyAnswers, proofSecrets, retention } = settings();
  const document = openApiDocument(language, limits);
  const origin = await requestOrigin();
  const free = LOOKUPS.filter((lookup) => !BILLED_LOOKUPS.includes(lookup));
  const bodies: Readonly<Record<(typeof SECTIONS)[number], ReactNode>> = {
    inicio: <Start {...guide} origin={origin} />,
    clientes: <Clients {...guide} origin={origin} />,
    credenciales: <Credentials {...guide} />,
    consultas: (
      <>
        <Paragraph>{t('lookups.intro')}</Paragraph>
        <Codes {...guide} />
        <TwoRtu t={t} quotas={limits} />
        <Lookups {...guide} document={document} />
        <h3>{t('identifiers.title')}</h3>
        <Identifiers {...guide} />
      </>
    ),
    respuestas: <Answers {...guide} />,
    errores: (
      <>
        <Paragraph>{t('errors.intro')}</Paragraph>
        <p>
          <Support label={t('front.help')} />
        </p>
        <Order {...guide} />
        {[['catalogs', BILLED_LOOKUPS] as const, ['registries', free] as const].map(
          ([kind, lookups]) => (
            <Fragment key={kind}>
              <h3>{t(`errors.${kind}`)}</h3>
              {kind === 'registries' && <p>{t('errors.registriesNote')}</p>}
              <Errors {...guide} lookups={lookups} label={t(`errors.${kind}`)} />
            </Fragment>
          ),
        )}
      </>
    ),
    limites: <Limits t={t} quotas={limits} />,
    registro: <Recording {...guide} retention={retention} />,
    cobro: (
      <Billing
        {...guide}
        chargeEmptyAnswers={chargeEmptyAnswers}
        signsProofs={proofSecrets.length > 0}
      />
    ),
    repetir: <Repeating t={t} />,
    avisos: <Notices {...guide} />,
    pruebas: <Sandbox {...guide} />,
    produccion: <GoLive {...guide} />,
    cambios: <Changes {...guide} />,
  };
  const sections = SECTIONS.filter((id) => id !== 'pruebas' || deployment === 'development');
  const entries = sections.map((id) => ({
    id,
    title: t(`sections.${id}`),
    ...(id === 'consultas' && {
      entries: LOOKUPS.map((lookup) => ({
        id: anchorOf(lookup),
        title: lookupFacts[lookup].title[language],
      })),
    }),
  }));
  return (
    <>
      <Header language={language} deployment={deployment} current="guide" />
      <div className="frame">
        <aside>
          <Contents entries={entries} label={t('onThisPage')} />
        </aside>
        <main id="contenido" tabIndex={-1}>
          <p className="revision">
            <a href="#cambios">{t('revision', { label: REVISION })}</a>
          </p>
          <h1>{t('heading')}</h1>
          <p className="lead">{t('lead')}</p>
          <div className="base">
            <span>{t('baseUrl')}</span>
            <code>{origin}</code>
            <CopyButton text={origin} {...copyTexts(t)} />
          </div>
          <details className="small-contents">
            <summary>{t('onThisPage')}</summary>
            <Contents entries={entries} label={t('onThisPage')} />
          </details>
          <ul className="cards">
            {LOOKUPS.map((lookup) => (
              <li key={lookup}>
                <a href={`#${anchorOf(lookup)}`}>{lookupFacts[lookup].title[language]}</a>
                <Path t={t} lookup={lookup} />
              </li>
            ))}
          </ul>
          {sections.map((id) => (
            <Section key={id} id={id} title={t(`sections.${id}`)} anchor={t('anchor')}>
              {bodies[id]}
            </Section>
          ))}
        </main>
      </div>
    </>
  );
}
