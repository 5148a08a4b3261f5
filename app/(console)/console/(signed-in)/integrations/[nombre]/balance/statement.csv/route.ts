import type { NextRequest } from 'next/server';
import { exportStatement } from '@/lib/console/export-statement';
import { requireUser } from '@/lib/console/guard';
import type { IntegrationParams } from '@/lib/console/integration';

export async function GET(request: NextRequest, { params }: IntegrationParams): Promise<Response> {
  await requireUser();
  return exportStatement((await params).nombre, request.nextUrl.searchParams);
}
