import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { OutsideFrame } from '@/app/(console)/layout/frame';
import { titled } from '@/app/(console)/layout/metadata';
import { currentSession } from '@/lib/console/guard';
import { SignInForm } from './sign-in-form';

export const generateMetadata = titled('signIn.title');

export default async function SignInPage() {
  if ((await currentSession()) !== undefined) redirect('/console');
  const t = await getTranslations('signIn');
  return (
    <OutsideFrame title={t('title')}>
      <SignInForm />
    </OutsideFrame>
  );
}
