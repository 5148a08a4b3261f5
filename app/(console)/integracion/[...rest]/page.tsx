import { notFound } from 'next/navigation';
import { requirePlace } from '@/lib/console/guard';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('messages.notFound.title');

/** Answers unknown addresses with the console's own page. */
export default async function UnknownPage() {
  await requirePlace();
  notFound();
}
