import { notFound } from 'next/navigation';
import { requireUser } from '@/lib/console/guard';

/** Answers unknown addresses with the console's own page. */
export default async function UnknownPage() {
  await requireUser();
  notFound();
}
