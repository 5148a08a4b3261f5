import { requestOrigin } from '@/app/(docs)/origin';
import { publicJson } from '@/app/(front)/estado/public-json';
import { statuspage } from '@/app/(front)/estado/statuspage';
import { languageOf } from '@/lib/base/values/language';
import { sharedStatus } from '@/lib/console/shared-status';

export const dynamic = 'force-dynamic';

/** Serves the status with the field names of Statuspage v2, which chat apps and monitors read. */
export async function GET(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const { page, status, components, incidents, maintenance } = statuspage(
    await sharedStatus(),
    languageOf(searchParams.get('lang')),
    await requestOrigin(),
  );
  const open = incidents.filter(({ resolved_at }) => resolved_at === null);
  const planned = maintenance.filter(({ resolved_at }) => resolved_at === null);
  const summary = { page, status, components, incidents: open, scheduled_maintenances: planned };
  const documents = new Map<string | undefined, object>([
    ['summary.json', summary],
    ['status.json', { page, status }],
    ['components.json', { page, components }],
    ['incidents.json', { page, incidents }],
  ]);
  const document = documents.get(pathname.split('/').at(-1));
  return document ? publicJson(document) : new Response('Not found', { status: 404 });
}
