import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { type IntegrationParams, integrationOf } from '@/lib/console/views/integration';
import { Balance } from '@/ui/ledger/balance';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('integration.tabs.balance');

export default async function BalancePage({ params, searchParams }: IntegrationParams & PageProps) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  return <Balance integration={integration} role={role} parameters={await searchParams} />;
}
