'use server';

import { z } from 'zod';
import { PLACE_ROLES, ROLES, STAFF_ROLES } from '@/lib/access/permissions';
import { withPermission } from '@/lib/console/session/action';
import { invitationOf, sendInvitation } from '@/lib/console/session/invitation';
import { nameSchema, text } from '@/lib/console/texts/form';
import { lockIntegration } from '@/lib/integrations/find';
import * as users from '@/lib/users/administer';
import * as invitations from '@/lib/users/invite';

const role = z.enum(ROLES);
const email = text(320);
const userSchema = z.object({ id: z.int32(), expected: z.int32() });

export const inviteUser = withPermission(
  'user.invite',
  z.union([
    z.object({ email, role: z.enum(STAFF_ROLES) }),
    z.object({ email, role: z.enum(PLACE_ROLES), nombre: nameSchema }),
  ]),
  async (ctx, input) => {
    const place = 'nombre' in input ? await lockIntegration(ctx.tx, input.nombre) : undefined;
    return invitationOf(await invitations.inviteUser(ctx, { ...input, integrationId: place?.id }));
  },
  (made) => sendInvitation(made),
);
export const resetAccess = withPermission(
  'user.reset_access',
  userSchema,
  async (ctx, input) => invitationOf(await users.resetAccess(ctx, input)),
  (made) => sendInvitation(made),
);
export const setRole = withPermission('user.set_role', userSchema.extend({ role }), users.setRole);
export const disableUser = withPermission('user.disable', userSchema, users.disableUser);
export const enableUser = withPermission('user.enable', userSchema, users.enableUser);
export const resetSecondFactor = withPermission(
  'user.reset_second_factor',
  userSchema,
  users.resetSecondFactor,
);
export const requireSecondFactor = withPermission(
  'user.require_second_factor',
  z.object({ role, required: z.boolean() }),
  users.requireSecondFactor,
);
