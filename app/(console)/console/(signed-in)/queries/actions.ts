'use server';

import { z } from 'zod';
import { type ActionResult, asUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { writeIdentifier } from '@/lib/console/query-view';
import { tailOf } from '@/lib/recording/mask';

/** An identifier as an address may carry it: its digests, and its tail as everybody sees it. */
export async function digestIdentifier(input: unknown): Promise<ActionResult<string>> {
  return asUser(text(100).pipe(z.string().min(1)), input, async (value, { vault }) =>
    writeIdentifier(vault.keysOf(value), tailOf(value)),
  );
}
