import type { PageProps } from '@/lib/console/form';
import { requirePlace } from '@/lib/console/guard';
import { RefusalList } from '@/ui/records/refusal-list';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('refusals.title');

export default async function PlaceRefusalsPage({ searchParams }: PageProps) {
  const { place } = await requirePlace();
  return <RefusalList parameters={await searchParams} integration={place} />;
}
