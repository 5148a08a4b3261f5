import type { NextRequest } from 'next/server';
import { requireUser } from '@/lib/console/guard';
import { newerQueries } from '@/lib/console/newer-queries';

/** Answers how many records are newer than a time, without the records. */
export async function GET(request: NextRequest): Promise<Response> {
  const session = await requireUser();
  const newer = await newerQueries(request.nextUrl.searchParams, session);
  return Response.json(newer, { headers: { 'cache-control': 'no-store' } });
}
