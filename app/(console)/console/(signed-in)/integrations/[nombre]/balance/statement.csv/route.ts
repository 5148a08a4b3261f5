import type { NextRequest } from 'next/server';
import { consoleContext } from '@/lib/console/context';
import { exportStatement } from '@/lib/console/export-statement';
import { requireUser } from '@/lib/console/guard';
import type { IntegrationParams } from '@/lib/console/integration';
import { integrationNamed } from '@/lib/integrations/find';

export async function GET(request: NextRequest, { params }: IntegrationParams): Promise<Response> {
  await requireUser();
  const found = await integrationNamed(consoleContext().db, (await params).nombre);
  return exportStatement(found, request.nextUrl.searchParams);
}
