import { Message } from '@/ui/parts/message';

export default function Forbidden() {
  return <Message kind="forbidden" />;
}
