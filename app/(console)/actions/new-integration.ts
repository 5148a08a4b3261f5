'use server';

import { z } from 'zod';
import { topUp } from '@/lib/billing/top-up';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { amountSchema, text } from '@/lib/console/form';
import { FLAGS } from '@/lib/contract/lookups';
import { createIntegration } from '@/lib/integrations/create';
import { settings } from '@/lib/settings';

const createSchema = z.object({
  nombre: text(200),
  flags: z.array(z.enum(FLAGS)),
  tariff: amountSchema,
  balance: amountSchema,
  nota: text(100),
});

export interface Created {
  readonly nombre: string;
  readonly token: string;
}

/** Name, flags, tariff and first balance in one change: all of it or nothing. */
export async function create(input: unknown): Promise<ActionResult<Created>> {
  return asAdministrator(
    createSchema,
    input,
    async ({ nombre: wanted, flags, tariff, balance, nota }, { tx, administrator }) => {
      const created = await createIntegration(tx, administrator, {
        nombre: wanted,
        flags: Object.fromEntries(flags.map((flag) => [flag, true])),
        tarifa: tariff,
        deployment: settings().deployment,
      });
      if (balance !== 0n) await topUp(tx, administrator, created, balance, { nota });
      const { nombre, token } = created;
      return { nombre, token };
    },
    { proof: true },
  );
}
