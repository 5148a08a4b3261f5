import { redirect } from 'next/navigation';
import { requireUser } from '@/lib/console/guard';

export default async function ConsoleHome() {
  await requireUser();
  redirect('/console/integrations');
}
