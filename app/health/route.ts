import { settings } from '@/lib/base/env/settings';
import { sharedGateway } from '@/lib/gateway/gateway';
import { notServed } from '@/lib/gateway/handler';
import { createHealthCheck, type Health, healthAnswer } from '@/lib/gateway/health';

export const dynamic = 'force-dynamic';

let check: (() => Promise<Health>) | undefined;

/** Answers under plain `next start`; otherwise the front process answers. */
export async function GET(): Promise<Response> {
  if (settings().serves === 'pages') return notServed();
  const lookups = sharedGateway();
  const { env, sql } = lookups;
  check ??= createHealthCheck({ deployment: env.deployment, sql, lookups });
  const answer = healthAnswer(await check());
  return new Response(answer.body, answer);
}
