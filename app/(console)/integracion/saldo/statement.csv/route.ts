import type { NextRequest } from 'next/server';
import { exportStatement } from '@/lib/console/export-statement';
import { requirePlace } from '@/lib/console/guard';

export async function GET(request: NextRequest): Promise<Response> {
  const { place } = await requirePlace();
  return exportStatement(place, request.nextUrl.searchParams);
}
