'use server';

import { z } from 'zod';
import { withoutSession } from '@/lib/console/session/action';
import * as invitations from '@/lib/users/invite';

const code = z.string().max(200);

/** Returns the invited user's e-mail address; empty if the link is not valid any more. */
export const readInvitation = withoutSession(
  code,
  async ({ db }, given) => (await invitations.readInvitation(db, given)) ?? '',
);

export const acceptInvitation = withoutSession(
  z.object({ code, password: z.string().max(1_000) }),
  ({ db, address }, input) =>
    db.transaction((tx) => invitations.acceptInvitation({ tx, address }, input)),
);
