import { getTranslations } from 'next-intl/server';
import { outcomeOf } from '@/lib/recording/outcome';

/** How a query ended, in a few words. */
export async function Outcome({ outcome }: { readonly outcome: string }) {
  const t = await getTranslations('queries');
  const failures = await getTranslations('failures');
  const known = outcomeOf(outcome);
  return known === 'found' ? t('found') : failures(known);
}
