import { sql } from 'drizzle-orm';
import { SWITCH_COLUMNS, type SwitchColumn } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import type { Change } from '@/lib/audit/write';
import type { Settings } from '@/lib/base/env/env';
import { recordOf } from '@/lib/base/values/record';
import { FLAGS, type Flag } from '@/lib/contract/lookups';
import { type IntegrationView, lockIntegration } from './find';
import {
  LIMIT_SETTINGS,
  type LimitTexts,
  type LimitValues,
  limitRefusal,
  limitTexts,
  readLimit,
} from './limit-settings';
import { writeSettings } from './write-settings';

/** On/off settings, by their names in requests and the audit log. */
export const SWITCHES = [...SWITCH_COLUMNS, 'suspended'] as const;
/** Switches that are not the flag of a lookup. */
export const OTHER_SWITCHES = SWITCH_COLUMNS.filter(
  (name): name is Exclude<SwitchColumn, Flag> => !FLAGS.some((flag) => flag === name),
);
export type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>;

export function switchesOf(integration: IntegrationView): Switches {
  const suspended = integration.suspendedAt !== null;
  return { ...recordOf(SWITCH_COLUMNS, (name) => integration[name]), suspended };
}

export interface SetInput {
  /** Name of the integration, in any case. */
  readonly nombre: string;
  readonly switches?: Partial<Switches>;
  /** Limits as texts; empty to remove one. */
  readonly limits?: Partial<LimitTexts>;
  /** Why, for the audit row. A suspension needs it. */
  readonly reason?: string | undefined;
  /** The version that the form showed. */
  readonly expected?: number | undefined;
}

/**
 * Changes switches and limits. The change applies from the next request, on every instance. Returns
 * the new version. Throws {@link Rejection} `changed_meanwhile`, `limit_invalid`, `networks_invalid`, or
 * `reason_required` for a suspension without one.
 */
export async function setIntegration(
  ctx: Change<'integration.set'>,
  { nombre, switches, limits = {}, reason, expected }: SetInput,
): Promise<number> {
  const integration = await lockIntegration(ctx.tx, nombre);
  const before = { ...switchesOf(integration), ...limitTexts(integration) };
  const limitValues = readLimits(limits);
  const after = { ...before, ...limitTexts({ ...integration, ...limitValues }), ...switches };
  const changed = [...SWITCHES, ...LIMIT_SETTINGS].filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return integration.version;
  const pick = (from: Switches & LimitTexts) =>
    Object.fromEntries(changed.map((name) => [name, from[name] === '' ? null : from[name]]));
  if (after.suspended && !before.suspended && !reason?.trim()) {
    throw new Rejection('reason_required', 'Say why the integration is suspended.');
  }
  const suspension = after.suspended ? sql`coalesce(suspended_at, now())` : null;
  return writeSettings(ctx, 'integration.set', {
    integration,
    expected,
    values: {
      ...recordOf(SWITCH_COLUMNS, (name) => after[name]),
      ...limitValues,
      suspendedAt: suspension,
    },
    before: pick(before),
    after: { ...pick(after), ...(reason ? { reason } : {}) },
  });
}

/** Throws {@link Rejection} `proof_key_missing` when proofs are switched on without a key that signs. */
export function requireProofKey(
  { proofs_enabled: wanted }: Partial<Switches>,
  { proofSecrets }: Pick<Settings, 'proofSecrets'>,
): void {
  if (!wanted || proofSecrets.length > 0) return;
  throw new Rejection('proof_key_missing', 'Set PROOF_KEY, which signs proofs.');
}

function readLimits(texts: Partial<LimitTexts>): Partial<LimitValues> {
  const names = LIMIT_SETTINGS.filter((name) => texts[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const value = readLimit(name, texts[name] ?? '');
      if (value !== undefined) return [name, value];
      throw new Rejection(limitRefusal(name), `'${texts[name]}' is not valid for ${name}.`);
    }),
  );
}
