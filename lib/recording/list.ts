import { desc, eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { queryRecords } from '@/db/schema/index';

/** The newest records of an integration first. */
export async function listQueryRecords(db: Database, integrationId: number, limit: number) {
  return db
    .select()
    .from(queryRecords)
    .where(eq(queryRecords.integrationId, integrationId))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
}
