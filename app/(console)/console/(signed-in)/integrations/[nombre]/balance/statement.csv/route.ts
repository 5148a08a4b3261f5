import type { NextRequest } from 'next/server';
import { exportStatement } from '@/lib/console/downloads/export-statement';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import type { IntegrationParams } from '@/lib/console/views/integration';
import { integrationNamed } from '@/lib/integrations/find';

export async function GET(request: NextRequest, { params }: IntegrationParams): Promise<Response> {
  await requireUser();
  const found = await integrationNamed(consoleContext().db, (await params).nombre);
  return exportStatement(found, request.nextUrl.searchParams);
}
