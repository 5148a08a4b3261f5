import { checkHealth } from '@/lib/gateway/health';

export const dynamic = 'force-dynamic';

/** For load balancers and people: 200 while lookups can be answered, 503 otherwise. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  const headers = { 'cache-control': 'no-store' };
  return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers });
}
