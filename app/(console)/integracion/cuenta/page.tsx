import { requireSession } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { Account } from '@/ui/account/account';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('account.title');

export default async function PlaceAccountPage({ searchParams }: PageProps) {
  const { session } = await requireSession();
  return <Account session={session} next={(await searchParams).next} />;
}
