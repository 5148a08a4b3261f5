import { z } from 'zod';
import { MINUTE_MS } from '@/lib/base/time/time';
import { clientAddressOf } from '@/lib/console/session/request';
import { verifyProof } from '@/lib/console/views/verify-proof';
import { FixedWindow } from '@/lib/limits/fixed-window';

export const dynamic = 'force-dynamic';

const PER_MINUTE = 30;
const limit = new FixedWindow(PER_MINUTE, MINUTE_MS, 10_000);
const inputSchema = z.object({
  constancia: z.string().max(4_000),
  sha256: z.string().max(500).default(''),
  identificadores: z.string().max(4_000).default(''),
});

/** Checks a proof, as JSON or as a form without scripts. Of the answer it receives the digest alone. */
export async function POST(request: Request): Promise<Response> {
  const { allowed, resetMs } = limit.spend(clientAddressOf(request.headers));
  if (!allowed) {
    const after = String(Math.ceil(resetMs / 1000));
    return Response.json({ error: 'too_many' }, { status: 429, headers: { 'retry-after': after } });
  }
  const isForm = request.headers.get('content-type')?.startsWith('application/json') !== true;
  const body: unknown = await (isForm
    ? request.formData().then((form) => Object.fromEntries(form))
    : request.json()
  ).catch(() => undefined);
  const input = inputSchema.safeParse(body);
  if (!input.success) return Response.json({ error: 'input_invalid' }, { status: 400 });
  const verification = await verifyProof(input.data);
  return Response.json(verification, { headers: { 'cache-control': 'no-store' } });
}
