import { Message } from '@/app/(console)/layout/message';

export default function NotFound() {
  return <Message kind="notFound" />;
}
