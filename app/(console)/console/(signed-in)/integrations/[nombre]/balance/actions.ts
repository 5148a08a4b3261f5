'use server';

import { z } from 'zod';
import { setTariff } from '@/lib/billing/set-tariff';
import { topUp } from '@/lib/billing/top-up';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { amountSchema, nameSchema, text } from '@/lib/console/form';
import { findIntegration } from '@/lib/integrations/find';

const PROVEN = { proof: true };

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
