'use server';

import { withUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { searchIntegrations as search } from '@/lib/integrations/find';

const MOST_RESULTS = 8;

export interface FoundIntegration {
  readonly nombre: string;
  readonly suspended: boolean;
}

/** Finds the first integrations whose name contains the input. */
export const searchIntegrations = withUser(
  text(64),
  async ({ db }, part): Promise<FoundIntegration[]> => {
    const found = await search(db, part, MOST_RESULTS);
    return found.map(({ nombre, suspendedAt }) => ({ nombre, suspended: suspendedAt !== null }));
  },
);
