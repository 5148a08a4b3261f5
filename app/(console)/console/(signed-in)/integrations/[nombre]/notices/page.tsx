import { requirePermission } from '@/lib/console/session/guard';
import { type IntegrationParams, integrationOf } from '@/lib/console/views/integration';
import { Notices } from '@/ui/notices/notices';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('notices.title');

/** Where notices of the integration go, and what was sent. */
export default async function IntegrationNoticesPage({ params }: IntegrationParams) {
  await requirePermission('notice.configure');
  const { id } = await integrationOf((await params).nombre);
  return <Notices owner={id} />;
}
