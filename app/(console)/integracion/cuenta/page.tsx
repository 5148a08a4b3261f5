import type { PageProps } from '@/lib/console/form';
import { requireSession } from '@/lib/console/guard';
import { Account } from '@/ui/account/account';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('account.title');

export default async function PlaceAccountPage({ searchParams }: PageProps) {
  const { session } = await requireSession();
  return <Account session={session} next={(await searchParams).next} />;
}
