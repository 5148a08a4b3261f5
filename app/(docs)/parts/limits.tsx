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

const GLOBAL_WINDOW_MINUTES = 15;

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
  const perMinute = Math.floor((quotas.global * 10) / GLOBAL_WINDOW_MINUTES) / 10;
  const columns = [t('limits.quota'), t('limits.counted'), t('limits.window')];
  return (
    <>
      <p>{t('limits.intro')}</p>
      <Rows label={t('sections.limites')} columns={columns} rows={rows} />
      <p>
        <Inline text={t('limits.both')} />
      </p>
      {perMinute < Math.max(...FAMILIES.map((family) => quotas[family])) && (
        <p>
          <Inline text={t('limits.sustained', { global: quotas.global, perMinute })} />
        </p>
      )}
      <p>
        <Inline text={t('limits.headers')} />
      </p>
      <p>{t('limits.batch', { nits: MAX_NITS, kib: MAX_BODY_BYTES / 1024 })}</p>
      <p>{t('limits.ceiling')}</p>
    </>
  );
}
