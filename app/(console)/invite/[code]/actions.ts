'use server';

import { z } from 'zod';
import { type ActionResult, asAnybody } from '@/lib/console/action';
import { acceptInvitation } from '@/lib/users/invite';

export async function acceptLink(code: unknown, password: unknown): Promise<ActionResult<void>> {
  const given = z.tuple([z.string().max(200), z.string().max(1_000)]).parse([code, password]);
  return asAnybody(({ db }) => db.transaction((tx) => acceptInvitation(tx, ...given)));
}
