'use server';

import { z } from 'zod';
import { setTariff } from '@/lib/billing/set-tariff';
import { topUp } from '@/lib/billing/top-up';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { amountSchema, nameSchema, text } from '@/lib/console/form';
import { FLAGS } from '@/lib/contract/lookups';
import { endOverlap } from '@/lib/integrations/end-overlap';
import { findIntegration } from '@/lib/integrations/find';
import { rotateToken } from '@/lib/integrations/rotate';
import { updateIntegration } from '@/lib/integrations/update';

const PROVEN = { proof: true };
/** An integration as the page showed it: a change of somebody else in between is told. */
const shown = z.object({ nombre: nameSchema, version: z.int32() });

const HOUR_MS = 3_600_000;
const overlapSchema = z.union([
  z.literal(0),
  z.literal(HOUR_MS),
  z.literal(24 * HOUR_MS),
  z.literal(7 * 24 * HOUR_MS),
]);

export async function setFlag(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    shown.extend({ flag: z.enum(FLAGS), on: z.boolean() }),
    input,
    async ({ nombre, version, flag, on }, { tx, administrator }) => {
      const integration = { ...(await findIntegration(tx, nombre)), version };
      await updateIntegration(tx, administrator, integration, { flags: { [flag]: on } });
    },
  );
}

export async function setSuspended(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    shown.extend({ suspended: z.boolean() }),
    input,
    async ({ nombre, version, suspended }, { tx, administrator }) => {
      const integration = { ...(await findIntegration(tx, nombre)), version };
      await updateIntegration(tx, administrator, integration, { suspended });
    },
  );
}

const topUpSchema = z.object({
  nombre: nameSchema,
  amount: amountSchema,
  nota: text(500),
  /** Of the form as it was shown: sent twice, it adds once. */
  key: z.uuid(),
});

export async function addBalance(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    topUpSchema,
    input,
    async ({ nombre, amount, nota, key }, { tx, administrator }) => {
      const integration = await findIntegration(tx, nombre);
      await topUp(tx, administrator, integration, amount, { nota: nota || undefined, key });
    },
    PROVEN,
  );
}

const tariffSchema = z.object({ nombre: nameSchema, tariff: amountSchema, shown: amountSchema });

export async function changeTariff(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    tariffSchema,
    input,
    async ({ nombre, tariff, shown: tarifa }, { tx, administrator }) =>
      setTariff(tx, administrator, { ...(await findIntegration(tx, nombre)), tarifa }, tariff),
    PROVEN,
  );
}

export async function rotate(input: unknown): Promise<ActionResult<{ token: string }>> {
  return asAdministrator(
    shown.pick({ nombre: true }).extend({ overlapMs: overlapSchema, newest: z.int32() }),
    input,
    async ({ nombre, overlapMs, newest }, { tx, administrator, env }) => {
      const integration = await findIntegration(tx, nombre);
      return rotateToken(tx, administrator, integration, overlapMs, env.deployment, newest);
    },
    PROVEN,
  );
}

export async function endTokenOverlap(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    shown.pick({ nombre: true }),
    input,
    async ({ nombre }, { tx, administrator }) =>
      endOverlap(tx, administrator, await findIntegration(tx, nombre)),
    PROVEN,
  );
}
