import { Message } from '@/app/(console)/layout/message';
import { titled } from '@/app/(console)/layout/metadata';

export const generateMetadata = titled('messages.notFound.title');

export default function NotFound() {
  return <Message kind="notFound" />;
}
