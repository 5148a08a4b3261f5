'use server';

import { z } from 'zod';
import { refund } from '@/lib/billing/refund';
import { type ActionResult, asAdministrator, asUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { formatQuetzales } from '@/lib/money';
import { findQueryRecord } from '@/lib/recording/find';
import type { Identifier } from '@/lib/recording/mask';
import { revealIdentifiers } from '@/lib/recording/reveal';
import { Refusal } from '@/lib/refusal';

const revealSchema = z.object({ id: z.uuid(), reason: text(500) });

/** What a query asked for, in the answer to this one request and nowhere else. */
export async function reveal(input: unknown): Promise<ActionResult<Identifier[]>> {
  return asUser(revealSchema, input, async (asked, { db, vault, session }) => {
    const by = { actor: session.email, address: session.address };
    return db.transaction((tx) => revealIdentifiers(tx, by, vault, asked));
  });
}

const refundSchema = z.object({
  id: z.uuid(),
  nota: text(500),
  /** Of the form as it was shown: sent twice, it counts once. */
  key: z.uuid(),
});

/** The balance after it, as decimal text. */
export interface Refunded {
  readonly saldo: string;
  /** It had been done already by the same form: nothing was changed now. */
  readonly repeated: boolean;
}

/** Returns what the query cost. */
export async function refundCharge(input: unknown): Promise<ActionResult<Refunded>> {
  return asAdministrator(
    refundSchema,
    input,
    async ({ id, nota, key }, { tx, administrator }) => {
      const record = await findQueryRecord(tx, id);
      if (record === undefined) throw new Refusal('query_not_found', `There is no query ${id}.`);
      const holder = { id: record.integrationId, nombre: record.nombre };
      const { saldo, repeated } = await refund(tx, administrator, holder, id, { nota, key });
      return { saldo: formatQuetzales(saldo), repeated };
    },
    { proof: true },
  );
}
