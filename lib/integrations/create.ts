import { accounts, credentials, integrations, tariffs } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/base/values/money';
import { asciiLower } from '@/lib/base/values/text';
import type { Flags } from '@/lib/contract/lookups';
import { NAME_PATTERN } from './name';
import { type IssuedToken, issueToken, maskedToken } from './token';

export interface NewIntegration {
  readonly nombre: string;
  readonly flags: Partial<Flags>;
  /** Price of a billed query, in 1/10000 quetzal. */
  readonly tarifa: bigint;
  readonly deployment: 'development' | 'production';
}

/**
 * Creates an integration with an empty account and its first token, which is returned only this
 * once. Throws {@link Rejection} `name_invalid`, `name_taken` or `tariff_invalid`.
 */
export async function createIntegration(
  ctx: Change<'integration.create'>,
  { nombre, flags, tarifa, deployment }: NewIntegration,
): Promise<{ id: number; nombre: string; token: string }> {
  const { tx, permit } = ctx;
  const name = asciiLower(nombre);
  if (!NAME_PATTERN.test(name)) {
    throw new Rejection(
      'name_invalid',
      'A name has 3 to 64 characters: letters, digits, hyphen, underscore and point.',
    );
  }
  if (tarifa < 0n) throw new Rejection('tariff_invalid', 'A tariff cannot be below zero.');
  const [created] = await tx
    .insert(integrations)
    .values({ nombre: name, ...flags })
    .onConflictDoNothing({ target: integrations.nombre })
    .returning({ id: integrations.id });
  if (created === undefined) {
    throw new Rejection('name_taken', `There is already an integration named ${name}.`);
  }
  await tx.insert(accounts).values({ integrationId: created.id, tarifa });
  await tx.insert(tariffs).values({ integrationId: created.id, tarifa, actor: permit.actor });
  const token = issueToken(deployment);
  await tx.insert(credentials).values(storedToken(created.id, token));
  await writeAudit(ctx, 'integration.create', {
    target: name,
    integrationId: created.id,
    after: {
      ...flags,
      tarifa: formatQuetzales(tarifa),
      token: maskedToken(token),
    },
  });
  return { id: created.id, nombre: name, token: token.token };
}

/** Returns the row of a token, without the token itself. */
export function storedToken(integrationId: number, { digest, prefix, lastFour }: IssuedToken) {
  return { integrationId, digest, prefix, lastFour };
}
