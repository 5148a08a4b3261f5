import { Message } from './message';

export default function NotFound() {
  return <Message kind="notFound" />;
}
