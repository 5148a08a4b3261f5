import { getTranslations } from 'next-intl/server';
import type { LedgerEntry } from '@/lib/billing/statement';
import { UNDELIVERED } from '@/lib/billing/undelivered';
import { visible } from '@/lib/visible';

/** Returns why an entry was made. A reason of the service is translated. */
export async function noteOf({ actor, nota }: LedgerEntry): Promise<string | null> {
  const t = await getTranslations('statement');
  return actor === UNDELIVERED.actor ? t('undelivered') : nota && visible(nota);
}
