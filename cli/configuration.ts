import { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import { SWITCH_COLUMNS, switchColumns } from '@/db/schema/index';
import { type Action, ROLES } from '@/lib/access/permissions';
import type { Change } from '@/lib/audit/write';
import type { Deployment } from '@/lib/base/env/env';
import { formatQuetzales, parseQuetzales } from '@/lib/base/values/money';
import { recordOf } from '@/lib/base/values/record';
import { asciiLower } from '@/lib/base/values/text';
import { cancelTariff, scheduleTariff, setTariff } from '@/lib/billing/tariffs';
import { createIntegration } from '@/lib/integrations/create';
import { type IntegrationView, listIntegrations, tariffsOf } from '@/lib/integrations/find';
import {
  LIMIT_SETTINGS,
  type LimitSetting,
  limitText,
  readLimit,
} from '@/lib/integrations/limit-settings';
import { SWITCHES, setIntegration, switchesOf } from '@/lib/integrations/set';
import { requireSecondFactor } from '@/lib/users/administer';
import { requiredSecondFactor } from '@/lib/users/find';

/**
 * Settings that move between environments as a file: integrations with their flags, limits and
 * tariffs, and the rules of roles. Holds no secret, balance or personal data. What a file leaves out
 * stays as it is.
 */

/** An amount as decimal text, as it is exported. */
const quetzales = z.string().transform((text, { addIssue }) => {
  const amount = parseQuetzales(text);
  if (amount !== undefined && amount >= 0n) return formatQuetzales(amount);
  addIssue('must be an amount in quetzales, such as 12.50');
  return z.NEVER;
});

function limit(name: LimitSetting) {
  return z.string().transform((text, { addIssue }) => {
    const value = readLimit(name, text);
    if (value !== undefined && value !== null) return limitText(value);
    addIssue('is not a valid limit');
    return z.NEVER;
  });
}

const settingsSchema = z.strictObject({
  ...recordOf(SWITCHES, () => z.boolean().exactOptional()),
  ...recordOf(LIMIT_SETTINGS, (name) => limit(name).nullable().optional()),
  tarifa: quetzales.optional(),
  scheduled: z.strictObject({ tarifa: quetzales, from: z.iso.datetime() }).nullable().optional(),
});

const ruleSchema = z.strictObject({ second_factor: z.boolean().optional() });

export const configurationSchema = z.strictObject({
  integrations: z.record(z.string().overwrite(asciiLower), settingsSchema).default({}),
  roles: z.partialRecord(z.enum(ROLES), ruleSchema).default({}),
});

export type Configuration = z.infer<typeof configurationSchema>;
type Settings = z.infer<typeof settingsSchema>;

/** A difference between the file and the database. */
export interface Difference {
  readonly kind: 'integration' | 'role';
  readonly name: string;
  readonly setting: string;
  readonly before: unknown;
  readonly after: unknown;
}

export async function readConfiguration(db: Database | Transaction): Promise<Configuration> {
  const views = await listIntegrations(db);
  // Only what administrators decided: production requires it of other roles by itself.
  const required = await requiredSecondFactor(db, 'development');
  return {
    integrations: Object.fromEntries(views.map((view) => [view.nombre, settingsOf(view)])),
    roles: recordOf(ROLES, (role) => ({ second_factor: required.includes(role) })),
  };
}

function settingsOf(view: IntegrationView): Required<Settings> {
  const { tarifa, scheduled } = tariffsOf(view);
  return {
    ...switchesOf(view),
    ...recordOf(LIMIT_SETTINGS, (name) => limitText(view[name]) || null),
    tarifa: formatQuetzales(tarifa),
    scheduled: scheduled && {
      tarifa: formatQuetzales(scheduled.tarifa),
      from: scheduled.from.toISOString(),
    },
  };
}

/** Settings of an integration that was just created. */
const INITIAL: Required<Settings> = {
  ...recordOf(SWITCH_COLUMNS, (name) => switchColumns[name].default === true),
  suspended: false,
  ...recordOf(LIMIT_SETTINGS, () => null),
  tarifa: formatQuetzales(0n),
  scheduled: null,
};

/** Lists what the file would change. */
export function differences(wanted: Configuration, present: Configuration): Difference[] {
  const integrations = Object.entries(wanted.integrations).flatMap(([name, settings]) => {
    const before = present.integrations[name];
    const changes = changedSettings('integration', name, settings, before ?? INITIAL);
    if (before !== undefined) return changes;
    return [{ ...CREATION, name }, ...changes];
  });
  const roles = ROLES.flatMap((role) =>
    changedSettings('role', role, wanted.roles[role] ?? {}, present.roles[role] ?? {}),
  );
  return [...integrations, ...roles];
}

const CREATION = { kind: 'integration', setting: 'created', before: false, after: true } as const;

function changedSettings(
  kind: Difference['kind'],
  name: string,
  wanted: object,
  present: object,
): Difference[] {
  return Object.entries(wanted).flatMap(([setting, after]) => {
    const before: unknown = Reflect.get(present, setting);
    if (after === undefined || JSON.stringify(before) === JSON.stringify(after)) return [];
    return [{ kind, name, setting, before, after }];
  });
}

/** Makes the changes that the file asks for, each by its verb, with its audit row. */
export async function applyConfiguration(
  ctx: Change<Action>,
  wanted: Configuration,
  deployment: Deployment,
) {
  const changes = differences(wanted, await readConfiguration(ctx.tx));
  /** First tokens of the integrations that were created. */
  const tokens: Record<string, string> = {};
  for (const [nombre, settings] of Object.entries(wanted.integrations)) {
    const own = changes.filter(({ kind, name }) => kind === 'integration' && name === nombre);
    const names = new Set(own.map(({ setting }) => setting));
    if (names.has(CREATION.setting)) {
      const input = { nombre, flags: {}, tarifa: 0n, deployment };
      tokens[nombre] = (await createIntegration(ctx, input)).token;
    }
    await applySettings(ctx, nombre, only(settings, names));
  }
  for (const role of ROLES) {
    const required = wanted.roles[role]?.second_factor;
    const isChanged = changes.some(({ kind, name }) => kind === 'role' && name === role);
    if (isChanged && required !== undefined) await requireSecondFactor(ctx, { role, required });
  }
  return { changes, tokens };
}

function only(settings: Settings, names: ReadonlySet<string>): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name)));
}

async function applySettings(ctx: Change<Action>, nombre: string, settings: Settings) {
  const switches = only(settings, new Set<string>(SWITCHES));
  const limits = Object.fromEntries(
    LIMIT_SETTINGS.flatMap((name) =>
      settings[name] === undefined ? [] : [[name, settings[name] ?? '']],
    ),
  );
  await setIntegration(ctx, {
    nombre,
    switches,
    limits,
    reason: switches.suspended ? 'config apply' : undefined,
  });
  const { tarifa, scheduled } = settings;
  if (tarifa !== undefined) await setTariff(ctx, { nombre, tarifa: amountOf(tarifa) });
  if (scheduled === null) await cancelTariff(ctx, { nombre });
  if (scheduled) {
    const from = new Date(scheduled.from);
    await scheduleTariff(ctx, { nombre, tarifa: amountOf(scheduled.tarifa), from });
  }
}

function amountOf(text: string): bigint {
  const amount = parseQuetzales(text);
  if (amount === undefined) throw new Error(`${text} is not an amount.`);
  return amount;
}
