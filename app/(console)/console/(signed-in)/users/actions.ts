'use server';

import { z } from 'zod';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { requireSecondFactor, resetSecondFactor, setDisabled, setRole } from '@/lib/users/administer';
import { findUser } from '@/lib/users/find';
import { inviteUser, renewInvitation } from '@/lib/users/invite';
import { ROLES } from '@/lib/users/roles';

const PROVEN = { proof: true };
/** A user as the page showed it: a change of somebody else in between is told. */
const shown = z.object({ id: z.int(), version: z.int() });
const role = z.enum(ROLES);

export async function invite(form: unknown): Promise<ActionResult<{ path: string }>> {
  const user = z.object({ email: z.string().max(320), role }).parse(form);
  return asAdministrator(async ({ tx, administrator }) => {
    const { code } = await inviteUser(tx, administrator, user);
    return { path: `/invite/${code}` };
  }, PROVEN);
}

export async function inviteAgain(user: unknown): Promise<ActionResult<{ path: string }>> {
  const { id } = shown.parse(user);
  return asAdministrator(async ({ tx, administrator }) => {
    const { code } = await renewInvitation(tx, administrator, await findUser(tx, id));
    return { path: `/invite/${code}` };
  }, PROVEN);
}

export async function changeRole(user: unknown, wanted: unknown): Promise<ActionResult<void>> {
  const { id, version } = shown.parse(user);
  const next = role.parse(wanted);
  return asAdministrator(async ({ tx, administrator }) => {
    await setRole(tx, administrator, { ...(await findUser(tx, id)), version }, next);
  }, PROVEN);
}

export async function disable(user: unknown, wanted: unknown): Promise<ActionResult<void>> {
  const { id, version } = shown.parse(user);
  const disabled = z.boolean().parse(wanted);
  return asAdministrator(async ({ tx, administrator }) => {
    await setDisabled(tx, administrator, { ...(await findUser(tx, id)), version }, disabled);
  }, PROVEN);
}

export async function resetFactor(user: unknown): Promise<ActionResult<void>> {
  const { id, version } = shown.parse(user);
  return asAdministrator(async ({ tx, administrator }) => {
    await resetSecondFactor(tx, administrator, { ...(await findUser(tx, id)), version });
  }, PROVEN);
}

export async function requireFactor(of: unknown, required: unknown): Promise<ActionResult<void>> {
  const wanted = { role: role.parse(of), required: z.boolean().parse(required) };
  return asAdministrator(
    ({ tx, administrator }) => requireSecondFactor(tx, administrator, wanted.role, wanted.required),
    PROVEN,
  );
}
