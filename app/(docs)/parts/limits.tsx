import type { DocsTexts } from '@/app/(docs)/texts';
import { FAMILIES } from '@/lib/contract/families';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { MAX_NITS } from '@/lib/contract/lookups/rtu';
import type { Quotas } from '@/lib/contract/openapi/texts';
import { Paragraph, Rows } from './basics';

const GLOBAL_WINDOW_MINUTES = 15;

export function Limits({ t, quotas }: { readonly t: DocsTexts; readonly quotas: Quotas }) {
  const rows = (['global', ...FAMILIES] as const).map((counter) => [
    `**${quotas[counter]}**`,
    t(`limits.${counter}`),
    counter === 'global' ? t('limits.quarter') : t('limits.minute'),
  ]);
  const perMinute = Math.floor((quotas.global * 10) / GLOBAL_WINDOW_MINUTES) / 10;
  const columns = [t('limits.quota'), t('limits.counted'), t('limits.window')];
  return (
    <>
      <Paragraph>{t('limits.intro')}</Paragraph>
      <Rows label={t('sections.limites')} columns={columns} rows={rows} />
      <Paragraph>{t('limits.both')}</Paragraph>
      {perMinute < Math.max(...FAMILIES.map((family) => quotas[family])) && (
        <Paragraph>{t('limits.sustained', { global: quotas.global, perMinute })}</Paragraph>
      )}
      <Paragraph>{t('limits.headers')}</Paragraph>
      <p>{t('limits.batch', { nits: MAX_NITS, kib: MAX_BODY_BYTES / 1024 })}</p>
      <p>{t('limits.ceiling')}</p>
    </>
  );
}
