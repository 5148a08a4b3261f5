import { getTranslations } from 'next-intl/server';
import { visible } from '@/lib/base/values/text';
import type { LedgerEntry } from '@/lib/billing/statement';
import { UNDELIVERED } from '@/lib/billing/undelivered';
import { viewer } from '@/lib/console/views/viewer';

/** Returns why an entry was made. A reason of the service is translated; others are for staff. */
export async function noteOf({ actor, nota }: LedgerEntry): Promise<string | null> {
  const t = await getTranslations('statement');
  if (actor === UNDELIVERED.actor) return t('undelivered');
  return (await viewer()).isStaff ? nota && visible(nota) : null;
}
