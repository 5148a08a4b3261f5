'use server';

import { z } from 'zod';
import { type ActionResult, asUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import type { Identifier } from '@/lib/recording/mask';
import { revealIdentifiers } from '@/lib/recording/reveal';

const revealSchema = z.object({ id: z.uuid(), reason: text(500) });

/** What a query asked for, in the answer to this one request and nowhere else. */
export async function reveal(input: unknown): Promise<ActionResult<Identifier[]>> {
  return asUser(revealSchema, input, async (asked, { db, vault, session }) => {
    const by = { actor: session.email, address: session.address };
    return db.transaction((tx) => revealIdentifiers(tx, by, vault, asked));
  });
}
