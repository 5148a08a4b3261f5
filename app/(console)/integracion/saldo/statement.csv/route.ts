import type { NextRequest } from 'next/server';
import { exportStatement } from '@/lib/console/downloads/export-statement';
import { requirePlace } from '@/lib/console/session/guard';

export async function GET(request: NextRequest): Promise<Response> {
  const { place } = await requirePlace();
  return exportStatement(place, request.nextUrl.searchParams);
}
