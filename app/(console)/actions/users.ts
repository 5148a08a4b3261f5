'use server';

import { z } from 'zod';
import { withPermission } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { ROLES } from '@/lib/permissions';
import * as users from '@/lib/users/administer';
import * as invitations from '@/lib/users/invite';

const role = z.enum(ROLES);
const shown = z.object({ id: z.int32(), expected: z.int32() });

const pathOf = ({ code }: { readonly code: string }) => ({ path: `/invite#${code}` });

export const inviteUser = withPermission(
  'user.invite',
  z.object({ email: text(320), role }),
  async (ctx, input) => pathOf(await invitations.inviteUser(ctx, input)),
);
export const resetAccess = withPermission('user.reset_access', shown, async (ctx, input) =>
  pathOf(await users.resetAccess(ctx, input)),
);
export const setRole = withPermission('user.set_role', shown.extend({ role }), users.setRole);
export const disableUser = withPermission('user.disable', shown, users.disableUser);
export const enableUser = withPermission('user.enable', shown, users.enableUser);
export const resetSecondFactor = withPermission(
  'user.reset_second_factor',
  shown,
  users.resetSecondFactor,
);
export const requireSecondFactor = withPermission(
  'user.require_second_factor',
  z.object({ role, required: z.boolean() }),
  users.requireSecondFactor,
);
