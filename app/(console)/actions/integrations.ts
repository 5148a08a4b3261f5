'use server';

import { z } from 'zod';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { amountSchema, nameSchema, text } from '@/lib/console/form';
import { FLAGS } from '@/lib/contract/lookups';
import { describeIntegration } from '@/lib/integrations/describe';
import { endOverlap } from '@/lib/integrations/end-overlap';
import { findIntegration } from '@/lib/integrations/find';
import { rotateToken } from '@/lib/integrations/rotate';
import { updateIntegration } from '@/lib/integrations/update';
import { settings } from '@/lib/settings';
import { HOUR_MS } from '@/lib/time';

const PROVEN = { proof: true };
/** An integration as the page showed it: a change of somebody else in between is told. */
const shown = z.object({ nombre: nameSchema, version: z.int32() });

/** Its newest token as the page showed it. */
const newestShown = z.object({ nombre: nameSchema, newest: z.int32() });

/** How long each may be, the verb says. */
const anyText = text(10_000);

const overlapSchema = z.union([
  z.literal(0),
  z.literal(HOUR_MS),
  z.literal(24 * HOUR_MS),
  z.literal(7 * 24 * HOUR_MS),
]);

/** Gives the version that it leaves, over which the next change of the same page can be made. */
export async function setFlag(input: unknown): Promise<ActionResult<number>> {
  return asAdministrator(
    shown.extend({ flag: z.enum(FLAGS), on: z.boolean() }),
    input,
    async ({ nombre, version, flag, on }, { tx, administrator }) => {
      const integration = { ...(await findIntegration(tx, nombre)), version };
      return updateIntegration(tx, administrator, integration, { flags: { [flag]: on } });
    },
  );
}

export async function setReceipts(input: unknown): Promise<ActionResult<number>> {
  return asAdministrator(
    shown.extend({ on: z.boolean() }),
    input,
    async ({ nombre, version, on }, { tx, administrator }) => {
      const integration = { ...(await findIntegration(tx, nombre)), version };
      return updateIntegration(tx, administrator, integration, { receipts: on });
    },
  );
}

export async function setSuspended(input: unknown): Promise<ActionResult<number>> {
  return asAdministrator(
    shown.extend({ suspended: z.boolean() }),
    input,
    async ({ nombre, version, suspended }, { tx, administrator }) => {
      const integration = { ...(await findIntegration(tx, nombre)), version };
      return updateIntegration(tx, administrator, integration, { suspended });
    },
  );
}

const descriptionSchema = shown.extend({
  contactName: anyText,
  contactEmail: anyText,
  contactPhone: anyText,
  notes: anyText,
  lowBalance: z.union([z.literal('').transform(() => null), amountSchema]),
});

export async function setDescription(input: unknown): Promise<ActionResult<number>> {
  return asAdministrator(
    descriptionSchema,
    input,
    async ({ nombre, version, ...description }, { tx, administrator }) => {
      const integration = { ...(await findIntegration(tx, nombre)), version };
      return describeIntegration(tx, administrator, integration, description);
    },
  );
}

export async function rotate(input: unknown): Promise<ActionResult<{ token: string }>> {
  return asAdministrator(
    newestShown.extend({ overlapMs: overlapSchema }),
    input,
    async ({ nombre, overlapMs, newest }, { tx, administrator }) => {
      const integration = await findIntegration(tx, nombre);
      return rotateToken(tx, administrator, integration, overlapMs, settings().deployment, newest);
    },
    PROVEN,
  );
}

export async function endTokenOverlap(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    newestShown,
    input,
    async ({ nombre, newest }, { tx, administrator }) =>
      endOverlap(tx, administrator, await findIntegration(tx, nombre), newest),
    PROVEN,
  );
}
