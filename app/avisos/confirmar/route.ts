import { pageOf, refusedFor } from '@/app/avisos/page-of';
import { consoleContext } from '@/lib/console/session/context';
import { crossSiteRefusal, isSameOrigin } from '@/lib/console/session/same-origin';
import { targetName } from '@/lib/notices/target-name';
import { confirmTarget, unconfirmedTarget } from '@/lib/notices/targets';

export const dynamic = 'force-dynamic';

const of = 'confirm';

function codeOf(request: Request): string {
  return new URL(request.url).searchParams.get('c') ?? '';
}

/** Shows a button. */
export async function GET(request: Request): Promise<Response> {
  const refused = refusedFor(request);
  if (refused) return refused;
  const target = await unconfirmedTarget(consoleContext().db, codeOf(request));
  if (target === undefined) return pageOf({ of, part: 'gone', language: 'es' });
  return pageOf({ of, part: 'what', language: target.locale, address: targetName(target) });
}

/** Starts e-mail to the address. */
export async function POST(request: Request): Promise<Response> {
  const refused = refusedFor(request);
  if (refused) return refused;
  if (!isSameOrigin(request.headers)) return crossSiteRefusal();
  const { db } = consoleContext();
  const target = await unconfirmedTarget(db, codeOf(request));
  if (target === undefined || !(await confirmTarget(db, codeOf(request)))) {
    return pageOf({ of, part: 'gone', language: 'es' });
  }
  return pageOf({ of, part: 'done', language: target.locale, address: targetName(target) });
}
