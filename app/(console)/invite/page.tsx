import { getTranslations } from 'next-intl/server';
import { Note } from '@/ui/parts/note';
import { Support } from '@/ui/parts/support';
import { OutsideFrame } from '@/ui/shell/frame';
import { titled } from '@/ui/shell/metadata';
import { Invitation } from './invitation';

export const generateMetadata = titled('invitation.title');

/** Open to everybody with the link. The code is in the fragment, which no log sees. */
export default async function InvitationPage() {
  const t = await getTranslations('invitation');
  const app = await getTranslations('app');
  return (
    <OutsideFrame title={t('title')}>
      <Invitation />
      <Note>
        <Support label={app('help')} />
      </Note>
    </OutsideFrame>
  );
}
