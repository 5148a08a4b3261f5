'use server';

import { z } from 'zod';
import { setTariff } from '@/lib/billing/set-tariff';
import { topUp } from '@/lib/billing/top-up';
import { type ActionResult, asAdministrator } from '@/lib/console/action';
import { FLAGS } from '@/lib/contract/lookups';
import { findIntegration } from '@/lib/integrations/find';
import { rotateToken } from '@/lib/integrations/rotate';
import { updateIntegration } from '@/lib/integrations/update';
import { parseQuetzales } from '@/lib/money';

const PROVEN = { proof: true };
const name = z.string().max(64);
/** An integration as the page showed it: a change of somebody else in between is told. */
const shownSchema = z.object({ nombre: name, version: z.int() });
const HOUR_MS = 3_600_000;
const OVERLAPS_MS = z.union([z.literal(0), z.literal(HOUR_MS), z.literal(24 * HOUR_MS), z.literal(168 * HOUR_MS)]);

export async function setFlag(shown: unknown, flag: unknown, on: unknown): Promise<ActionResult<void>> {
  const { nombre, version } = shownSchema.parse(shown);
  const flags = { [z.enum(FLAGS).parse(flag)]: z.boolean().parse(on) };
  return asAdministrator(async ({ tx, administrator }) => {
    const integration = { ...(await findIntegration(tx, nombre)), version };
    await updateIntegration(tx, administrator, integration, { flags });
  });
}

export async function setSuspended(shown: unknown, suspended: unknown): Promise<ActionResult<void>> {
  const { nombre, version } = shownSchema.parse(shown);
  const wanted = z.boolean().parse(suspended);
  return asAdministrator(async ({ tx, administrator }) => {
    const integration = { ...(await findIntegration(tx, nombre)), version };
    await updateIntegration(tx, administrator, integration, { suspended: wanted });
  });
}

interface TopUpForm {
  readonly nombre: string;
  readonly quetzales: string;
  readonly nota: string;
}

export async function addBalance(form: TopUpForm): Promise<ActionResult<void>> {
  const schema = z.object({ nombre: name, quetzales: z.string().max(30), nota: z.string().max(500) });
  const { nombre, quetzales, nota } = schema.parse(form);
  const amount = parseQuetzales(quetzales);
  if (amount === undefined) return { ok: false, error: 'amount_invalid' };
  return asAdministrator(async ({ tx, administrator }) => {
    await topUp(tx, administrator, await findIntegration(tx, nombre), amount, nota.trim() || undefined);
  }, PROVEN);
}

export async function changeTariff(nombre: unknown, quetzales: unknown): Promise<ActionResult<void>> {
  const tarifa = parseQuetzales(z.string().max(30).parse(quetzales));
  if (tarifa === undefined) return { ok: false, error: 'tariff_invalid' };
  const named = name.parse(nombre);
  return asAdministrator(async ({ tx, administrator }) => {
    await setTariff(tx, administrator, await findIntegration(tx, named), tarifa);
  }, PROVEN);
}

export async function rotate(nombre: unknown, overlapMs: unknown): Promise<ActionResult<{ token: string }>> {
  const [named, overlap] = [name.parse(nombre), OVERLAPS_MS.parse(overlapMs)];
  return asAdministrator(async ({ tx, administrator, env }) => {
    const integration = await findIntegration(tx, named);
    return rotateToken(tx, administrator, integration, overlap, env.deployment);
  }, PROVEN);
}
