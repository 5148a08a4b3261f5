import { getTranslations } from 'next-intl/server';
import { OutsideFrame } from '@/ui/shell/frame';
import { titled } from '@/ui/shell/metadata';
import { Invitation } from './invitation';

export const generateMetadata = titled('invitation.title');

/** Open to everybody with the link. The code is in the fragment, which no log sees. */
export default async function InvitationPage() {
  const t = await getTranslations('invitation');
  return (
    <OutsideFrame title={t('title')}>
      <Invitation />
    </OutsideFrame>
  );
}
