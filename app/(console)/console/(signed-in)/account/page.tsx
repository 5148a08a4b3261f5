import { requireSession } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { Account } from '@/ui/account/account';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('account.title');

/** The only page open to users who must change the password or enrol a second factor first. */
export default async function AccountPage({ searchParams }: PageProps) {
  const { session } = await requireSession();
  return <Account session={session} next={(await searchParams).next} />;
}
