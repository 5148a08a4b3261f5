import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireSession } from '@/lib/console/session/guard';
import { Note } from '@/ui/parts/note';
import { Support } from '@/ui/parts/support';
import { SignedIn } from '@/ui/shell/signed-in';

export default async function PlaceLayout({ children }: { readonly children: ReactNode }) {
  const { session } = await requireSession();
  const t = await getTranslations('app');
  return (
    <SignedIn session={session}>
      {children}
      <footer>
        <Note mt="xl">
          <Support label={t('help')} />
        </Note>
      </footer>
    </SignedIn>
  );
}
