import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { queryRecords } from '@/db/schema/index';

/** The newest records of an integration first; of one request only, when its id is given. */
export async function listQueryRecords(
  db: Database,
  integrationId: number,
  limit: number,
  requestId?: string,
) {
  const ofRequest = requestId === undefined ? undefined : eq(queryRecords.requestId, requestId);
  return db
    .select()
    .from(queryRecords)
    .where(and(eq(queryRecords.integrationId, integrationId), ofRequest))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
}
