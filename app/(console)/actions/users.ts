'use server';

import { z } from 'zod';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import {
  requireSecondFactor,
  resetSecondFactor,
  setDisabled,
  setRole,
} from '@/lib/users/administer';
import { findUser } from '@/lib/users/find';
import { inviteUser, renewInvitation } from '@/lib/users/invite';
import { ROLES } from '@/lib/users/roles';

const PROVEN = { proof: true };
const role = z.enum(ROLES);
/** A user as the page showed it: a change of somebody else in between is told. */
const shown = z.object({ id: z.int32(), version: z.int32() });

const inviteSchema = z.object({ email: text(320), role });

export async function invite(input: unknown): Promise<ActionResult<{ path: string }>> {
  return asAdministrator(
    inviteSchema,
    input,
    async (user, { tx, administrator }) => {
      const { code } = await inviteUser(tx, administrator, user);
      return { path: `/invite/${code}` };
    },
    PROVEN,
  );
}

export async function inviteAgain(input: unknown): Promise<ActionResult<{ path: string }>> {
  return asAdministrator(
    shown,
    input,
    async ({ id }, { tx, administrator }) => {
      const { code } = await renewInvitation(tx, administrator, await findUser(tx, id));
      return { path: `/invite/${code}` };
    },
    PROVEN,
  );
}

export async function changeRole(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    shown.extend({ role }),
    input,
    async ({ id, version, role: wanted }, { tx, administrator }) =>
      setRole(tx, administrator, { ...(await findUser(tx, id)), version }, wanted),
    PROVEN,
  );
}

export async function disable(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    shown.extend({ disabled: z.boolean() }),
    input,
    async ({ id, version, disabled }, { tx, administrator }) =>
      setDisabled(tx, administrator, { ...(await findUser(tx, id)), version }, disabled),
    PROVEN,
  );
}

export async function resetFactor(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    shown,
    input,
    async ({ id, version }, { tx, administrator }) =>
      resetSecondFactor(tx, administrator, { ...(await findUser(tx, id)), version }),
    PROVEN,
  );
}

export async function requireFactor(input: unknown): Promise<ActionResult<void>> {
  return asAdministrator(
    z.object({ role, required: z.boolean() }),
    input,
    ({ role: of, required }, { tx, administrator }) =>
      requireSecondFactor(tx, administrator, of, required),
    PROVEN,
  );
}
