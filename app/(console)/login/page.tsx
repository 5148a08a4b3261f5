import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { OutsideFrame } from '@/app/(console)/layout/frame';
import { titled } from '@/app/(console)/layout/metadata';
import type { PageProps } from '@/lib/console/form';
import { currentSession } from '@/lib/console/guard';
import { settings } from '@/lib/settings';
import { SignInForm } from './sign-in-form';

export const generateMetadata = titled('signIn.title');

export default async function SignInPage({ searchParams }: PageProps) {
  if ((await currentSession()) !== undefined) redirect('/console');
  const t = await getTranslations('signIn');
  return (
    <OutsideFrame title={t('title')}>
      <SignInForm
        identityProvider={settings().oidc !== undefined}
        refused={(await searchParams).error !== undefined}
      />
    </OutsideFrame>
  );
}
