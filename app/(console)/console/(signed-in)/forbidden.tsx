import { Message } from '@/app/(console)/layout/message';

export default function Forbidden() {
  return <Message kind="forbidden" />;
}
