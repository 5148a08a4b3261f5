'use server';

import { type ActionResult, asUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { searchIntegrations } from '@/lib/integrations/find';

const MOST = 8;

export interface FoundIntegration {
  readonly nombre: string;
  readonly suspended: boolean;
}

/** The first integrations that have `input` in their name. */
export async function findByName(input: unknown): Promise<ActionResult<FoundIntegration[]>> {
  return asUser(text(64), input, async (part, { db }) => {
    const found = await searchIntegrations(db, part, MOST);
    return found.map(({ nombre, suspendedAt }) => ({ nombre, suspended: suspendedAt !== null }));
  });
}
