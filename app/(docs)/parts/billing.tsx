import { billingExample } from '@/app/(docs)/billing-example';
import type { DocsTexts } from '@/app/(docs)/texts';
import { firstQuestion } from '@/lib/contract/lookups';
import type { ContractTexts } from '@/lib/contract/openapi/texts';
import type { Settings } from '@/lib/env';
import { displayQuetzales } from '@/lib/money';
import { Inline, Rows, Status } from './basics';
import { Samples } from './samples';

interface BillingProps {
  readonly t: DocsTexts;
  readonly texts: ContractTexts;
}

export function Billing({
  t,
  texts,
  chargeEmptyAnswers,
}: BillingProps & Pick<Settings, 'chargeEmptyAnswers'>) {
  const { balance, tariff, rows, available } = billingExample();
  const amounts = { balance: displayQuetzales(balance), tariff: displayQuetzales(tariff) };
  const columns = [
    t('billing.question'),
    t('billing.answer'),
    t('billing.charge'),
    t('billing.available'),
  ];
  const cells = rows.map(({ path, retried, status, charge, available }, at) => ({
    key: `${at} ${path}`,
    cells: [
      <span key="path">
        <code>{path}</code> {retried && <small>{t('billing.retried')}</small>}
      </span>,
      <Status key="status" code={status} />,
      displayQuetzales(charge),
      displayQuetzales(available),
    ],
  }));
  return (
    <>
      <p>{t('billing.rule')}</p>
      <p>
        <Inline text={t(chargeEmptyAnswers ? 'billing.empty' : 'billing.emptyFree')} />
      </p>
      <p>{t('billing.condition')}</p>
      <p>{t('billing.hangUp')}</p>
      <h3>{t('billing.example', amounts)}</h3>
      <Rows label={t('billing.example', amounts)} columns={columns} rows={cells} />
      <p>
        {t('billing.refused', { available: displayQuetzales(available), tariff: amounts.tariff })}
      </p>
      <p>{t('billing.topUp')}</p>
      <p>
        <Inline text={t('billing.returned')} />
      </p>
      <h3>{t('billing.receipts')}</h3>
      <p>{t('billing.receiptsIntro')}</p>
      <Receipts t={t} texts={texts} />
    </>
  );
}

function Receipts({ t, texts: { headers } }: BillingProps) {
  const rows = [
    ['x-consulta-id', headers.queryId],
    ['x-consulta-cobro', headers.charged],
    ['x-saldo-disponible', headers.available],
  ].map(([name = '', about = '']) => ({
    key: name,
    cells: [<code key="name">{name}</code>, <Inline key="about" text={about} />],
  }));
  const columns = [t('credentials.header'), t('credentials.value')];
  return <Rows kind="fields" label={t('billing.receipts')} columns={columns} rows={rows} />;
}

/** Explains what an idempotency key does, with samples in six languages. */
export function Repeating({ t }: { readonly t: DocsTexts }) {
  const cases = ['charged', 'spent', 'notCharged', 'underWay', 'other'] as const;
  const rows = cases.map((name) => ({
    key: name,
    cells: [t(`repeating.${name}`), <Inline key="now" text={t(`repeating.${name}Now`)} />],
  }));
  const columns = [t('repeating.before'), t('repeating.now')];
  return (
    <>
      <p>{t('repeating.safe')}</p>
      <p>
        <Inline text={t('repeating.key')} />
      </p>
      <Rows label={t('sections.repetir')} columns={columns} rows={rows} />
      <p>{t('repeating.lasts')}</p>
      <h3>{t('repeating.sample')}</h3>
      <Samples
        question={firstQuestion('cui-nit')}
        repeating
        label={t('repeating.sample')}
        copy={t('copy')}
        copied={t('copied')}
      />
    </>
  );
}
