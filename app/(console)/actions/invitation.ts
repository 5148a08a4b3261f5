'use server';

import { z } from 'zod';
import { withoutSession } from '@/lib/console/action';
import { acceptInvitation as acceptInvitationVerb } from '@/lib/users/invite';

export const acceptInvitation = withoutSession(
  z.object({ code: z.string().max(200), password: z.string().max(1_000) }),
  ({ db, address }, input) => db.transaction((tx) => acceptInvitationVerb({ tx, address }, input)),
);
