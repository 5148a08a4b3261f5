'use server';

import { z } from 'zod';
import { type ActionResult, asAnybody } from '@/lib/console/action';
import { acceptInvitation } from '@/lib/users/invite';

const acceptSchema = z.object({ code: z.string().max(200), password: z.string().max(1_000) });

export async function acceptLink(input: unknown): Promise<ActionResult<void>> {
  return asAnybody(acceptSchema, input, ({ code, password }, { db }) =>
    db.transaction((tx) => acceptInvitation(tx, code, password)),
  );
}
