import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { type IntegrationParams, integrationOf } from '@/lib/console/views/integration';
import { PrintedStatement } from '@/ui/ledger/printed-statement';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('statement.document');

export default async function PrintPage({ params, searchParams }: IntegrationParams & PageProps) {
  await requireUser();
  const integration = await integrationOf((await params).nombre);
  return <PrintedStatement integration={integration} parameters={await searchParams} />;
}
