'use server';

import { z } from 'zod';
import { type ActionResult, asUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { parseView, writeIdentifier, writeSavedView } from '@/lib/console/query-view';
import { tailOf } from '@/lib/recording/mask';
import { removeView, renameView, saveView } from '@/lib/recording/saved-views';

/** An identifier as an address may carry it: its digests, and its tail as everybody sees it. */
export async function digestIdentifier(input: unknown): Promise<ActionResult<string>> {
  return asUser(text(100).pipe(z.string().min(1)), input, async (value, { vault }) =>
    writeIdentifier(vault.keysOf(value), tailOf(value)),
  );
}

const nameOfView = text(60);

/** The view as its address has it; of an identifier in it nothing is kept. */
const savedSchema = z.object({
  name: nameOfView,
  view: z.string().max(2_000),
  replace: z.boolean(),
});

export async function keepView(input: unknown): Promise<ActionResult<void>> {
  return asUser(savedSchema, input, async ({ name, view, replace }, { db, session }) => {
    const query = writeSavedView(parseView(Object.fromEntries(new URLSearchParams(view))));
    const kept = { name, query, replace };
    await db.transaction((tx) => saveView(tx, session.userId, kept));
  });
}

const idSchema = z
  .int()
  .positive()
  .max(2 ** 31 - 1);

export async function nameView(input: unknown): Promise<ActionResult<void>> {
  return asUser(z.object({ id: idSchema, name: nameOfView }), input, (view, { db, session }) =>
    db.transaction((tx) => renameView(tx, session.userId, view)),
  );
}

export async function forgetView(input: unknown): Promise<ActionResult<void>> {
  return asUser(idSchema, input, (id, { db, session }) =>
    db.transaction((tx) => removeView(tx, session.userId, id)),
  );
}
