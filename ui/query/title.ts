import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';

interface QueryParams {
  readonly params: Promise<{ id: string }>;
}

/** Tells tabs apart by the end of the id, as the statement does. */
export async function queryTitle({ params }: QueryParams): Promise<Metadata> {
  const t = await getTranslations('statement');
  return { title: t('query', { id: (await params).id.slice(-8) }) };
}
