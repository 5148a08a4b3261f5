import { pageOf, refusedFor } from '@/app/avisos/page-of';
import { settings } from '@/lib/base/env/settings';
import { consoleContext } from '@/lib/console/session/context';
import { findTarget } from '@/lib/notices/claim';
import { targetName } from '@/lib/notices/target-name';
import { readToken, unsubscribe } from '@/lib/notices/unsubscribe';

export const dynamic = 'force-dynamic';

const of = 'unsubscribe';

async function targetOf(request: Request) {
  const token = new URL(request.url).searchParams.get('t') ?? '';
  const id = readToken(settings().secondFactorSecrets, token);
  return id === undefined ? undefined : findTarget(consoleContext().db, id);
}

/** Shows a button. */
export async function GET(request: Request): Promise<Response> {
  const refused = refusedFor(request);
  if (refused) return refused;
  const target = await targetOf(request);
  if (target === undefined) return pageOf({ of, part: 'gone', language: 'es' });
  return pageOf({ of, part: 'what', language: target.locale, address: targetName(target) });
}

/** Ends all e-mail to an address. Mail providers send this too (RFC 8058), so any site may. */
export async function POST(request: Request): Promise<Response> {
  const refused = refusedFor(request);
  if (refused) return refused;
  const target = await targetOf(request);
  if (target === undefined) return pageOf({ of, part: 'gone', language: 'es' });
  await unsubscribe(consoleContext().db, target.id);
  return pageOf({ of, part: 'done', language: target.locale, address: targetName(target) });
}
