import { requirePlace } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { Balance } from '@/ui/ledger/balance';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('balance.title');

export default async function PlaceBalancePage({ searchParams }: PageProps) {
  const { session, place } = await requirePlace();
  return <Balance integration={place} role={session.role} parameters={await searchParams} titled />;
}
