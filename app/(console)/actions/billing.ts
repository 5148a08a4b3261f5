'use server';

import { z } from 'zod';
import { adjust } from '@/lib/billing/adjust';
import type { Posted } from '@/lib/billing/post-entry';
import { cancelScheduledTariff, scheduleTariff } from '@/lib/billing/schedule-tariff';
import { setTariff } from '@/lib/billing/set-tariff';
import { topUp } from '@/lib/billing/top-up';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { amountSchema, nameSchema, text } from '@/lib/console/form';
import { parseInstant } from '@/lib/guatemala';
import { findIntegration } from '@/lib/integrations/find';
import { formatQuetzales } from '@/lib/money';

const PROVEN = { proof: true };

/** What a movement by hand came to: the balance as decimal text. */
export interface Moved {
  readonly saldo: string;
  /** It had been done already by the same form: nothing was changed now. */
  readonly repeated: boolean;
}

const movementSchema = z.object({
  nombre: nameSchema,
  amount: amountSchema,
  nota: text(500),
  referencia: text(100),
  /** Of the form as it was shown: sent twice, it counts once. */
  key: z.uuid(),
});

export async function addBalance(input: unknown): Promise<ActionResult<Moved>> {
  return asAdministrator(
    movementSchema,
    input,
    async ({ nombre, amount, nota, referencia, key }, { tx, administrator }) => {
      const integration = await findIntegration(tx, nombre);
      const said = { nota: nota || undefined, referencia: referencia || undefined, key };
      return moved(await topUp(tx, administrator, integration, amount, said));
    },
    PROVEN,
  );
}

export async function adjustBalance(input: unknown): Promise<ActionResult<Moved>> {
  return asAdministrator(
    movementSchema,
    input,
    async ({ nombre, amount, nota, referencia, key }, { tx, administrator }) => {
      const integration = await findIntegration(tx, nombre);
      const said = { nota, referencia: referencia || undefined, key };
      return moved(await adjust(tx, administrator, integration, amount, said));
    },
    PROVEN,
  );
}

function moved({ saldo, repeated }: Posted): Moved {
  return { saldo: formatQuetzales(saldo), repeated };
}

const instantSchema = z.iso.datetime().transform((written) => new Date(written));
const scheduledSchema = z.object({ tarifa: amountSchema, from: instantSchema });

/** The tariffs as the page showed them. */
const shown = z.object({ tarifa: amountSchema, scheduled: scheduledSchema.nullable() });
const tariffSchema = z.object({ nombre: nameSchema, tariff: amountSchema, shown });

export async function changeTariff(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    tariffSchema,
    input,
    async ({ nombre, tariff, shown: { tarifa } }, { tx, administrator }) =>
      setTariff(tx, administrator, { ...(await findIntegration(tx, nombre)), tarifa }, tariff),
    PROVEN,
  );
}

/** Minutes as a form has them, in Guatemala's time. What is none, the verb refuses as an instant. */
const localSchema = text(30).transform((local) => parseInstant(local) ?? new Date(Number.NaN));

export async function planTariff(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    tariffSchema.extend({ from: localSchema }),
    input,
    async ({ nombre, tariff, from, shown: present }, { tx, administrator }) => {
      const integration = await findIntegration(tx, nombre);
      const next = { tarifa: tariff, from };
      await scheduleTariff(tx, administrator, integration, next, present);
    },
    PROVEN,
  );
}

export async function cancelTariff(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    z.object({ nombre: nameSchema, scheduled: scheduledSchema }),
    input,
    async ({ nombre, scheduled }, { tx, administrator }) =>
      cancelScheduledTariff(tx, administrator, await findIntegration(tx, nombre), scheduled),
    PROVEN,
  );
}
