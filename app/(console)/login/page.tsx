import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { settings } from '@/lib/base/env/settings';
import { currentSession } from '@/lib/console/session/guard';
import { returnPath } from '@/lib/console/session/return-path';
import type { PageProps } from '@/lib/console/texts/form';
import { Note } from '@/ui/parts/note';
import { Support } from '@/ui/parts/support';
import { OutsideFrame } from '@/ui/shell/frame';
import { titled } from '@/ui/shell/metadata';
import { SignIn } from './sign-in';

export const generateMetadata = titled('signIn.title');

export default async function SignInPage({ searchParams }: PageProps) {
  const { next, error } = await searchParams;
  const target = returnPath(next);
  if ((await currentSession()) !== undefined) redirect(target);
  const t = await getTranslations('signIn');
  return (
    <OutsideFrame title={t('title')}>
      <SignIn
        next={target}
        identityProvider={settings().oidc !== undefined}
        refused={error !== undefined}
      />
      <Note>
        <Support label={t('forgot')} />
      </Note>
    </OutsideFrame>
  );
}
