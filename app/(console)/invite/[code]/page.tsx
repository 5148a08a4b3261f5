import { Alert } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { OutsideFrame } from '@/app/(console)/layout/frame';
import { titled } from '@/app/(console)/layout/metadata';
import { consoleContext } from '@/lib/console/context';
import { readInvitation } from '@/lib/users/invite';
import { PasswordForm } from './password-form';

export const generateMetadata = titled('invitation.title');

/** Open to whoever has the link. */
export default async function InvitationPage({
  params,
}: {
  readonly params: Promise<{ code: string }>;
}) {
  const { code } = await params;
  const email = await readInvitation(consoleContext().db, code);
  const t = await getTranslations('invitation');
  return (
    <OutsideFrame title={t('title')}>
      {email === undefined ? (
        <Alert color="red">{t('invalid')}</Alert>
      ) : (
        <PasswordForm code={code} email={email} />
      )}
    </OutsideFrame>
  );
}
