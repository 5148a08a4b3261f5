import { requirePlace } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { RefusalList } from '@/ui/records/refusal-list';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('refusals.title');

export default async function PlaceRefusalsPage({ searchParams }: PageProps) {
  const { place } = await requirePlace();
  return <RefusalList parameters={await searchParams} integration={place} />;
}
