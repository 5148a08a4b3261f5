import type { PageProps } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { RefusalList } from '@/ui/records/refusal-list';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('refusals.title');

export default async function RefusalsPage({ searchParams }: PageProps) {
  await requireUser();
  return <RefusalList parameters={await searchParams} />;
}
