import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import { integrations } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';
import { DESCRIPTION_LENGTHS, type Description } from './description';
import type { IntegrationView } from './find';

const columns = {
  contactName: integrations.contactName,
  contactEmail: integrations.contactEmail,
  contactPhone: integrations.contactPhone,
  notes: integrations.notes,
  lowBalance: integrations.lowBalance,
};
const TEXTS = ['contactName', 'contactEmail', 'contactPhone', 'notes'] as const;
const FIELDS = [...TEXTS, 'lowBalance'] as const;

/** What is known about an integration. Throws {@link Refusal} `integration_not_found`. */
export async function findDescription(
  db: Database | Transaction,
  integrationId: number,
): Promise<Description> {
  const [found] = await db
    .select(columns)
    .from(integrations)
    .where(eq(integrations.id, integrationId));
  if (found === undefined) {
    throw new Refusal('integration_not_found', `There is no integration ${integrationId}.`);
  }
  return found;
}

/**
 * Keeps who to call, what the team should know and when the balance counts as low. Returns the
 * version it leaves. Throws {@link Refusal} `email_invalid`, `text_too_long`, `amount_invalid`, or
 * `changed_meanwhile` when somebody changed the integration since it was read.
 */
export async function describeIntegration(
  tx: Transaction,
  administrator: Administrator,
  integration: Pick<IntegrationView, 'id' | 'nombre' | 'version'>,
  description: Description,
): Promise<number> {
  const wanted = tidied(description);
  const before = await findDescription(tx, integration.id);
  const changed = FIELDS.filter((field) => wanted[field] !== before[field]);
  if (changed.length === 0) return integration.version;
  const [updated] = await tx
    .update(integrations)
    .set({ ...wanted, version: sql`${integrations.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(integrations.id, integration.id), eq(integrations.version, integration.version)))
    .returning({ version: integrations.version });
  if (updated === undefined) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody changed the integration meanwhile: look again.',
    );
  }
  await writeAudit(tx, administrator, {
    action: 'integration.describe',
    target: integration.nombre,
    integrationId: integration.id,
    before: told(changed, before),
    after: told(changed, wanted),
  });
  return updated.version;
}

/** Without white space at the ends, and null for what is empty. */
function tidied(description: Description): Description {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, description[name]?.trim() || null]));
  const wanted = { ...description, ...texts };
  for (const name of TEXTS) {
    const longest = DESCRIPTION_LENGTHS[name];
    if ((wanted[name]?.length ?? 0) > longest) {
      throw new Refusal('text_too_long', `${name} has at most ${longest} characters.`);
    }
  }
  if (wanted.contactEmail !== null && !z.email().safeParse(wanted.contactEmail).success) {
    throw new Refusal('email_invalid', `${wanted.contactEmail} is not an e-mail address.`);
  }
  if (wanted.lowBalance !== null && wanted.lowBalance <= 0n) {
    throw new Refusal('amount_invalid', 'A low balance is an amount above zero, or none.');
  }
  return wanted;
}

/** As the audit log keeps it: the names of the columns, amounts as decimal text. */
function told(changed: readonly (typeof FIELDS)[number][], description: Description) {
  const { lowBalance, ...texts } = description;
  const written = {
    ...texts,
    lowBalance: lowBalance === null ? null : formatQuetzales(lowBalance),
  };
  return Object.fromEntries(changed.map((field) => [columns[field].name, written[field]]));
}
