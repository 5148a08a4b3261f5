import { copyTexts, docsMessages, type GuideProps, keysOf } from '@/app/(docs)/texts';
import { firstAnswer, firstQuestion } from '@/lib/contract/lookups';
import { REVISIONS } from '@/lib/contract/revision';
import { sampleOf } from '@/lib/contract/samples';
import type { Retention } from '@/lib/env';
import { Inline, Paragraph, Rows } from './basics';
import { Code } from './code';

/** Three steps to a first answer. */
export function Start({ t, origin }: GuideProps & { readonly origin: string }) {
  const variables = [
    `export PASARELA_URL="${origin}"`,
    `export PASARELA_LOGIN="${t('start.loginPlaceholder')}"`,
    'export PASARELA_TOKEN="pas_…"',
  ].join('\n');
  const steps = [
    { title: t('start.first'), code: variables },
    { title: t('start.second'), code: sampleOf('curl', firstQuestion('cui-nit')) },
    { title: t('start.third'), code: JSON.stringify(firstAnswer('cui-nit'), null, 2) },
  ];
  return (
    <>
      <p>{t('start.intro')}</p>
      <ol className="steps">
        {steps.map(({ title, code }) => (
          <li key={title}>
            <h3>{title}</h3>
            <Code code={code} {...copyTexts(t)} label={title} />
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

/** Says what is kept of a query, and for how long. */
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

export function Changes({ t, language }: GuideProps) {
  return (
    <>
      <p>{t('changes.intro')}</p>
      {REVISIONS.map(({ label, changes }) => (
        <div key={label} className="change">
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
    </>
  );
}
