import { notFound } from 'next/navigation';
import { requireUser } from '@/lib/console/guard';

/** Any other address under the console, told in the console's own frame. */
export default async function UnknownPage() {
  await requireUser();
  notFound();
}
