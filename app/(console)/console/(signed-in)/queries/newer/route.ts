import type { NextRequest } from 'next/server';
import { requireUser } from '@/lib/console/guard';
import { newerQueries } from '@/lib/console/newer-queries';

/** For lists that are kept up to date: how many records came. No record is in the answer. */
export async function GET(request: NextRequest): Promise<Response> {
  await requireUser();
  const newer = await newerQueries(request.nextUrl.searchParams);
  return Response.json(newer, { headers: { 'cache-control': 'no-store' } });
}
