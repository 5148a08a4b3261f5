import { notFound } from 'next/navigation';
import { titled } from '@/app/(console)/layout/metadata';
import { requireUser } from '@/lib/console/guard';

export const generateMetadata = titled('messages.notFound.title');

/** Answers unknown addresses with the console's own page. */
export default async function UnknownPage() {
  await requireUser();
  notFound();
}
