import { Message } from './message';

export default function Forbidden() {
  return <Message kind="forbidden" />;
}
