import { requirePlace } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { PrintedStatement } from '@/ui/ledger/printed-statement';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('statement.document');

export default async function PlacePrintPage({ searchParams }: PageProps) {
  const { place } = await requirePlace();
  return <PrintedStatement integration={place} parameters={await searchParams} />;
}
