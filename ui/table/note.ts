import { getTranslations } from 'next-intl/server';
import { visible } from '@/lib/base/values/visible';
import type { LedgerEntry } from '@/lib/billing/statement';
import { UNDELIVERED } from '@/lib/billing/undelivered';

/** Returns why an entry was made. A reason of the service is translated. */
export async function noteOf({ actor, nota }: LedgerEntry): Promise<string | null> {
  const t = await getTranslations('statement');
  return actor === UNDELIVERED.actor ? t('undelivered') : nota && visible(nota);
}
