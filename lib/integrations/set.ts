import { sql } from 'drizzle-orm';
import type { Change } from '@/lib/audit/permit';
import { FLAGS, type Flags } from '@/lib/contract/lookups';
import { lockIntegration } from './find';
import { writeSettings } from './write-settings';

/** On/off settings, by their names in requests and the audit log. */
export const SWITCHES = [...FLAGS, 'suspended', 'receipts_enabled'] as const;
export type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>;

export interface SetInput {
  /** Name of the integration, in any case. */
  readonly nombre: string;
  readonly switches: Partial<Switches>;
  /** The version that the form showed. */
  readonly expected?: number | undefined;
}

/**
 * Enables or disables lookups and receipts, suspends or resumes. The change applies from the next
 * request, on every instance. Returns the new version. Throws {@link Refusal} `changed_meanwhile`.
 */
export async function setIntegration(
  ctx: Change<'integration.set'>,
  { nombre, switches, expected }: SetInput,
): Promise<number> {
  const integration = await lockIntegration(ctx.tx, nombre);
  const { suspendedAt, receiptsEnabled, ...rest } = integration;
  const before: Switches & Flags = {
    ...rest,
    suspended: suspendedAt !== null,
    receipts_enabled: receiptsEnabled,
  };
  const after = { ...before, ...switches };
  const changed = SWITCHES.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return integration.version;
  const pick = (from: Switches) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, after[flag]]));
  const suspension = after.suspended ? sql`coalesce(suspended_at, now())` : null;
  return writeSettings(ctx, 'integration.set', {
    integration,
    expected,
    values: { ...flags, receiptsEnabled: after.receipts_enabled, suspendedAt: suspension },
    before: pick(before),
    after: pick(after),
  });
}
