import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import { detailColumns, integrations } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import type { Change } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/base/values/money';
import { recordOf } from '@/lib/base/values/record';
import { DETAIL_NAMES, DETAILS, type Description } from './description';
import { lockIntegration } from './find';
import { writeSettings } from './write-settings';

const FIELDS = [...DETAIL_NAMES, 'low_balance'] as const;

export interface DescribeInput extends Description {
  readonly nombre: string;
  /** The version that the form showed. */
  readonly expected?: number | undefined;
}

export async function findDescription(
  db: Database | Transaction,
  integrationId: number,
): Promise<Description> {
  const [found] = await db
    .select(detailColumns)
    .from(integrations)
    .where(eq(integrations.id, integrationId));
  if (found === undefined) throw new Error(`There is no integration ${integrationId}.`);
  return found;
}

/**
 * Stores contacts, notes and the low balance of an integration. Returns the version it leaves.
 * Throws {@link Rejection} `email_invalid`, `text_too_long`, `amount_invalid` or `changed_meanwhile`.
 */
export async function describeIntegration(
  ctx: Change<'integration.describe'>,
  { nombre, expected, ...description }: DescribeInput,
): Promise<number> {
  const values = validated(description);
  const integration = await lockIntegration(ctx.tx, nombre);
  const before = await findDescription(ctx.tx, integration.id);
  const changed = FIELDS.filter((field) => values[field] !== before[field]);
  if (changed.length === 0) return integration.version;
  return writeSettings(ctx, 'integration.describe', {
    integration,
    expected,
    values,
    before: auditFields(changed, before),
    after: auditFields(changed, values),
  });
}

/** Trims the texts; an empty one becomes null. */
function validated({ low_balance, ...texts }: Description): Description {
  const values = recordOf(DETAIL_NAMES, (name) => texts[name]?.trim() || null);
  for (const name of DETAIL_NAMES) {
    const { maxLength, type } = DETAILS[name];
    const value = values[name];
    if (value === null) continue;
    if (value.length > maxLength) {
      throw new Rejection('text_too_long', `${name} has at most ${maxLength} characters.`);
    }
    if (type === 'email' && !z.email().safeParse(value).success) {
      throw new Rejection('email_invalid', `${value} is not an e-mail address.`);
    }
  }
  if (low_balance !== null && low_balance <= 0n) {
    throw new Rejection('amount_invalid', 'A low balance is an amount above zero, or none.');
  }
  return { ...values, low_balance };
}

/** Returns the changed fields, with the amount as decimal text. */
function auditFields(changed: readonly (typeof FIELDS)[number][], values: Description) {
  const written = (field: (typeof FIELDS)[number]) => {
    const value = values[field];
    return typeof value === 'bigint' ? formatQuetzales(value) : value;
  };
  return Object.fromEntries(changed.map((field) => [field, written(field)]));
}
