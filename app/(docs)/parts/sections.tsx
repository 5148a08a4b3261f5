import { copyTexts, docsMessages, type GuideProps, keysOf } from '@/app/(docs)/texts';
import type { Retention } from '@/lib/base/env/env';
import { firstAnswer, firstQuestion } from '@/lib/contract/lookups';
import { REVISIONS } from '@/lib/contract/revision';
import { Inline, Paragraph, Rows } from './basics';
import { Code } from './code';
import { Samples, Variables } from './samples';

export function Start({ t, origin }: GuideProps & { readonly origin: string }) {
  const caller = { origin, login: t('start.loginPlaceholder'), token: 'pas_…' };
  const question = firstQuestion('cui-nit');
  const printed = `200 ${JSON.stringify(firstAnswer('cui-nit'), null, 2)}`;
  const copy = copyTexts(t);
  const steps = [
    [
      t('start.first'),
      <Variables key="first" caller={caller} label={t('start.variables')} {...copy} />,
    ],
    [
      t('start.second'),
      <Samples key="second" question={question} label={t('start.second')} {...copy} />,
    ],
    [t('start.third'), <Code key="third" code={printed} label={t('start.third')} {...copy} />],
  ] as const;
  return (
    <>
      <p>{t('start.intro')}</p>
      <ol className="steps">
        {steps.map(([title, content]) => (
          <li key={title}>
            <h3>{title}</h3>
            {content}
          </li>
        ))}
      </ol>
      <Paragraph>{t('start.thirdText')}</Paragraph>
    </>
  );
}

export function Credentials({ t, texts }: GuideProps) {
  const rows = [
    ['`x-integracion-login`', texts.security.login],
    ['`x-integracion-token`', texts.security.token],
  ];
  const columns = [t('credentials.header'), t('credentials.value')];
  return (
    <>
      <p>{t('credentials.both')}</p>
      <Rows kind="fields" label={t('sections.credenciales')} columns={columns} rows={rows} />
      <p>{t('credentials.secret')}</p>
      <p>
        <Inline text={t('credentials.noTaxpayer')} />
      </p>
      <p>{t('credentials.separate')}</p>
    </>
  );
}

export function Answers({ t }: GuideProps) {
  return (
    <ul className="points">
      {keysOf(docsMessages.es.answers).map((point) => (
        <li key={point}>
          <Inline text={t(`answers.${point}`)} />
        </li>
      ))}
    </ul>
  );
}

export function Recording({ t, retention }: GuideProps & { readonly retention: Retention }) {
  const { identifiersDays: days, recordsMonths: months } = retention;
  return (
    <>
      <p>{t('recording.what')}</p>
      <p>{t('recording.kept', { days, months })}</p>
      <p>{t('recording.not')}</p>
    </>
  );
}

export function Order({ t }: GuideProps) {
  return (
    <>
      <p>{t('errors.orderText')}</p>
      <ol className="order" aria-label={t('errors.order')}>
        {keysOf(docsMessages.es.errors.steps).map((step) => (
          <li key={step}>{t(`errors.steps.${step}`)}</li>
        ))}
      </ol>
    </>
  );
}

/** Sections that explain the points of the checklist. */
const GO_LIVE = {
  credentials: 'credenciales',
  timeout: 'limites',
  key: 'repetir',
  retry: 'errores',
  alerts: 'errores',
  limits: 'limites',
  requestId: 'respuestas',
  answers: 'respuestas',
  balance: 'cobro',
  failures: 'consultas',
} as const satisfies Record<
  keyof typeof docsMessages.es.goLive.items,
  keyof typeof docsMessages.es.sections
>;

export function GoLive({ t }: GuideProps) {
  return (
    <>
      <p>{t('goLive.intro')}</p>
      <ul className="points checklist">
        {keysOf(GO_LIVE).map((point) => (
          <li key={point}>
            <input type="checkbox" id={`punto-${point}`} />
            <label htmlFor={`punto-${point}`}>
              <Inline text={t(`goLive.items.${point}`)} />
            </label>{' '}
            <a href={`#${GO_LIVE[point]}`}>{t(`sections.${GO_LIVE[point]}`)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Changes({ t, language }: GuideProps) {
  return (
    <>
      <p>{t('changes.intro')}</p>
      {REVISIONS.map(({ label, changes }) => (
        <div key={label} id={`cambios-${label}`} className="change">
          <h3>
            <time dateTime={label}>{label}</time>
          </h3>
          <ul>
            {changes[language].map((change) => (
              <li key={change}>
                <Inline text={change} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>{t('changes.stable')}</p>
      <p>
        <a href={`/docs/changes.atom?lang=${language}`}>{t('changes.feed')}</a>
      </p>
    </>
  );
}
