import type { DocsTexts } from '@/app/(docs)/texts';
import { FAMILIES } from '@/lib/contract/families';
import { MAX_NITS } from '@/lib/contract/lookups/rtu';
import type { Quotas } from '@/lib/contract/openapi/texts';
import { MAX_BODY_BYTES } from '@/lib/contract/requests';
import { Inline, Rows } from './basics';

interface LimitsProps {
  readonly t: DocsTexts;
  readonly quotas: Quotas;
}

/** The limits that this deployment enforces. */
export function Limits({ t, quotas }: LimitsProps) {
  const rows = (['global', ...FAMILIES] as const).map((counter) => ({
    key: counter,
    cells: [
      <strong key="quota">{quotas[counter]}</strong>,
      t(`limits.${counter}`),
      counter === 'global' ? t('limits.quarter') : t('limits.minute'),
    ],
  }));
  const columns = [t('limits.quota'), t('limits.counted'), t('limits.window')];
  return (
    <>
      <p>{t('limits.intro')}</p>
      <Rows label={t('sections.limites')} columns={columns} rows={rows} />
      <p>{t('limits.both')}</p>
      <p>
        <Inline text={t('limits.headers')} />
      </p>
      <p>{t('limits.batch', { nits: MAX_NITS, kib: MAX_BODY_BYTES / 1024 })}</p>
      <p>{t('limits.ceiling')}</p>
    </>
  );
}
