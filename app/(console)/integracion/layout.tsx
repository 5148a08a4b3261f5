import type { ReactNode } from 'react';
import { requireSession } from '@/lib/console/session/guard';
import { SignedIn } from '@/ui/shell/signed-in';

export default async function PlaceLayout({ children }: { readonly children: ReactNode }) {
  const { session } = await requireSession();
  return <SignedIn session={session}>{children}</SignedIn>;
}
