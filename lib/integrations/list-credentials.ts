import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { credentials } from '@/db/schema/index';

/** A live token as people may see it: never more than its prefix and last four characters. */
export interface CredentialView {
  readonly id: number;
  readonly prefix: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** End of a rotation's overlap; null for the current token. */
  readonly expiresAt: Date | null;
}

export async function listCredentials(
  db: Database,
  integrationId: number,
): Promise<CredentialView[]> {
  const { id, prefix, lastFour, createdAt, expiresAt } = credentials;
  const live = or(isNull(expiresAt), gt(expiresAt, sql`now()`));
  return db
    .select({ id, prefix, lastFour, createdAt, expiresAt })
    .from(credentials)
    .where(and(eq(credentials.integrationId, integrationId), live))
    .orderBy(desc(id));
}
