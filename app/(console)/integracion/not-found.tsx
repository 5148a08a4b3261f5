import { Message } from '@/ui/parts/message';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('messages.notFound.title');

export default function NotFound() {
  return <Message kind="notFound" />;
}
