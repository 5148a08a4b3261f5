import { billingExample } from '@/app/(docs)/billing-example';
import { copyTexts, type DocsTexts, type GuideProps } from '@/app/(docs)/texts';
import type { Settings } from '@/lib/base/env/env';
import { displayQuetzales } from '@/lib/base/values/money';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { firstQuestion } from '@/lib/contract/lookups';
import { Paragraph, Rows, Status } from './basics';
import { CheckSamples, Samples } from './samples';

interface BillingProps extends GuideProps, Pick<Settings, 'chargeEmptyAnswers'> {
  readonly signsProofs: boolean;
}

export function Billing({ t, texts, chargeEmptyAnswers, signsProofs }: BillingProps) {
  const { balance, tariff, rows, available } = billingExample();
  const amounts = { balance: displayQuetzales(balance), tariff: displayQuetzales(tariff) };
  const headings = ['question', 'answer', 'charge', 'available'] as const;
  const columns = headings.map((name) => t(`billing.${name}`));
  const cells = rows.map(({ path, retried, status, charge, available }) => [
    <span key="path">
      <code>{path}</code> {retried && <small>{t('billing.retried')}</small>}
    </span>,
    <Status key="status" code={status} />,
    displayQuetzales(charge),
    displayQuetzales(available),
  ]);
  return (
    <>
      <p>{t('billing.rule')}</p>
      <Paragraph>{t(chargeEmptyAnswers ? 'billing.empty' : 'billing.emptyFree')}</Paragraph>
      <p>{t('billing.condition')}</p>
      <p>{t('billing.hangUp')}</p>
      <h3>{t('billing.example', amounts)}</h3>
      <Rows label={t('billing.example', amounts)} columns={columns} rows={cells} />
      <p>
        {t('billing.refused', { available: displayQuetzales(available), tariff: amounts.tariff })}
      </p>
      <Paragraph>{t('billing.topUp')}</Paragraph>
      <Paragraph>{t('billing.returned')}</Paragraph>
      <h3>{t('billing.receipts')}</h3>
      <p>{t('billing.receiptsIntro')}</p>
      <Rows
        kind="fields"
        label={t('billing.receipts')}
        columns={[t('credentials.header'), t('credentials.value')]}
        rows={[
          ['`x-consulta-id`', texts.headers.queryId],
          ['`x-consulta-cobro`', texts.headers.charged],
          ['`x-saldo-disponible`', texts.headers.available],
        ]}
      />
      <h3>{t('billing.proofs')}</h3>
      {!signsProofs && <p>{t('billing.proofsMissing')}</p>}
      <Paragraph>{t('billing.proofsIntro')}</Paragraph>
      <Paragraph>{t('billing.proofsFiles')}</Paragraph>
      <CheckSamples of="proof" label={t('billing.proofsSample')} {...copyTexts(t)} />
    </>
  );
}

export function Repeating({ t }: { readonly t: DocsTexts }) {
  const cases = ['charged', 'spent', 'notCharged', 'underWay', 'other'] as const;
  const rows = cases.map((name) => [
    t(`repeating.${name}`, keyFacts),
    t(`repeating.${name}Now`, keyFacts),
  ]);
  const columns = [t('repeating.before'), t('repeating.now')];
  return (
    <>
      <p>{t('repeating.safe')}</p>
      <Paragraph>{t('repeating.key')}</Paragraph>
      <Rows label={t('sections.repetir')} columns={columns} rows={rows} />
      <p>{t('repeating.lasts', keyFacts)}</p>
      <h3>{t('repeating.sample')}</h3>
      <Samples
        question={firstQuestion('cui-nit')}
        repeating
        label={t('repeating.sample')}
        {...copyTexts(t)}
      />
    </>
  );
}
