import { requestOrigin } from '@/app/(docs)/origin';
import { publicJson } from '@/app/(front)/estado/public-json';
import { STATUSPAGE_DOCUMENTS, statuspage } from '@/app/(front)/estado/statuspage';
import { languageOf } from '@/lib/base/values/language';
import { sharedStatus } from '@/lib/console/views/shared-status';

export const dynamic = 'force-dynamic';

/** Serves the status with the field names of Statuspage v2, which chat apps and monitors read. */
export async function GET(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const name = STATUSPAGE_DOCUMENTS.find((one) => pathname.endsWith(`/${one}.json`));
  if (name === undefined) return new Response('Not found', { status: 404 });
  const language = languageOf(searchParams.get('lang'));
  return publicJson(statuspage(name, await sharedStatus(), language, await requestOrigin()));
}
