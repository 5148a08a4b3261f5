import { Command } from 'commander';
import { validate } from 'uuid';
import type { Action } from '@/lib/access/permissions';
import type { Change } from '@/lib/audit/write';
import { readDeployment } from '@/lib/base/env/env';
import { formatQuetzales } from '@/lib/base/values/money';
import { recordOf } from '@/lib/base/values/record';
import { asciiLower } from '@/lib/base/values/text';
import { adjust } from '@/lib/billing/adjust';
import { refund } from '@/lib/billing/refund';
import { scheduleTariff, setTariff } from '@/lib/billing/tariffs';
import { topUp } from '@/lib/billing/top-up';
import { FAMILIES } from '@/lib/contract/families';
import { FLAGS, type Flag, type Flags, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { createIntegration } from '@/lib/integrations/create';
import {
  findIntegration,
  type IntegrationView,
  listIntegrations,
  tariffsOf,
} from '@/lib/integrations/find';
import type { LimitSetting, LimitTexts } from '@/lib/integrations/limit-settings';
import { type CredentialView, listCredentials } from '@/lib/integrations/list-credentials';
import { rotate } from '@/lib/integrations/rotate';
import { requireProofKey, setIntegration } from '@/lib/integrations/set';
import { maskedToken } from '@/lib/integrations/token';
import { amount, duration, instant, lookupFlags, orNone, signedAmount } from './arguments';
import { withContext, withTransaction } from './context';
import { print, table, UsageError } from './output';

interface Json {
  readonly json?: boolean;
}

export function integrationCommands(): Command {
  const integration = new Command('integration').description('Integrations and their balances.');
  integration
    .command('create <nombre>')
    .description('make an integration; its token is shown this once')
    .option('--enable <lookups>', 'lookups to enable, comma-separated', lookupFlags)
    .option('--saldo <quetzales>', 'first balance', amount)
    .option('--tarifa <quetzales>', 'price of a billed query', amount)
    .action(create);
  integration.command('show <nombre>').description('one integration').action(show);
  integration.command('list').description('all integrations').action(list);
  integration
    .command('set <nombre>')
    .description('change flags, tariff, limits or suspension')
    .option('--enable <lookups>', 'lookups to enable, comma-separated', lookupFlags)
    .option('--disable <lookups>', 'lookups to disable, comma-separated', lookupFlags)
    .option('--tarifa <quetzales>', 'price of a billed query from now on', amount)
    .option('--desde <instant>', 'from when on, in Guatemala: 2026-12-01T00:00', instant)
    .option('--cap-day <quetzales>', 'most that its queries may cost in a day, or none', orNone)
    .option('--cap-month <quetzales>', 'the same for a month of Guatemala', orNone)
    .option('--limit-renap <requests>', 'person registry requests per minute, or none', orNone)
    .option('--limit-rtu <requests>', 'the same for RTU by NIT', orNone)
    .option('--limit-catalogos <requests>', 'the same for the catalogs together', orNone)
    .option('--trusted-networks <networks>', 'exempt from the address limit, or none', orNone)
    .option('--suspend', 'answer as if it did not exist')
    .option('--resume', 'end a suspension')
    .option('--motivo <text>', 'why it is suspended, for support and the audit log')
    .action(set);
  integration
    .command('topup <nombre> <quetzales>')
    .description('add prepaid balance')
    .option('--nota <text>', 'why, for the ledger')
    .option('--referencia <text>', 'number of the receipt or transfer')
    .action(runTopUp);
  integration
    .command('adjust <nombre> <quetzales>')
    .description('correct the balance, up or down: 12.50, -12.50')
    .requiredOption('--nota <text>', 'why, for the ledger')
    .option('--referencia <text>', 'number of the receipt or transfer')
    .action(runAdjust);
  integration
    .command('refund <nombre> <query-id>')
    .description('return the charge of one query, once and whole')
    .requiredOption('--nota <text>', 'why, for the ledger')
    .action(runRefund);
  integration
    .command('rotate <nombre>')
    .description('issue a new token; the old one ends at once or after the overlap')
    .option('--overlap <duration>', 'how long the old token still works: 30m, 24h, 7d', duration, 0)
    .action(runRotate);
  return integration;
}

interface CreateOptions extends Json {
  readonly enable?: Flag[];
  readonly saldo?: bigint;
  readonly tarifa?: bigint;
}

async function create(nombre: string, options: CreateOptions): Promise<void> {
  const { enable = [], saldo, tarifa = 0n } = options;
  const { view, token } = await withTransaction(async (ctx) => {
    const flags = valued(enable, true);
    const { deployment } = ctx;
    const created = await createIntegration(ctx, { nombre, flags, tarifa, deployment });
    if (saldo) await topUp(ctx, { nombre, amount: saldo, nota: 'Saldo inicial' });
    return { view: await findIntegration(ctx.tx, nombre), token: created.token };
  });
  const lines = [...described(view), '', `token: ${token}`, 'It is not shown again.'];
  print(options.json, { ...published(view), token }, lines);
}

async function show(nombre: string, { json }: Json): Promise<void> {
  const { view, tokens } = await withContext(async ({ db }) => {
    const found = await findIntegration(db, nombre);
    return { view: found, tokens: await listCredentials(db, found.id) };
  });
  const value = { ...published(view), tokens: tokens.map(publishedToken) };
  print(json, value, [...described(view), ...tokens.map(describedToken)]);
}

async function list({ json }: Json): Promise<void> {
  const views = await withContext(({ db }) => listIntegrations(db));
  const header = ['NOMBRE', 'DISPONIBLE', 'TARIFA', 'LOOKUPS'];
  const rows = views.map((view) => [
    view.nombre,
    formatQuetzales(view.saldo - view.reservado),
    formatQuetzales(view.tarifa),
    `${enabledLookups(view).join(' ')}${view.suspendedAt === null ? '' : ' (suspended)'}`,
  ]);
  print(json, views.map(published), views.length === 0 ? [] : table([header, ...rows]));
}

interface SetOptions extends Json {
  readonly enable?: Flag[];
  readonly disable?: Flag[];
  readonly tarifa?: bigint;
  readonly desde?: Date;
  readonly capDay?: string;
  readonly capMonth?: string;
  readonly limitRenap?: string;
  readonly limitRtu?: string;
  readonly limitCatalogos?: string;
  readonly trustedNetworks?: string;
  readonly suspend?: boolean;
  readonly resume?: boolean;
  readonly motivo?: string;
}

async function set(nombre: string, options: SetOptions): Promise<void> {
  const { enable = [], disable = [], tarifa, desde, suspend, resume, motivo, json } = options;
  const limits = limitsGiven(options);
  const both = enable.find((flag) => disable.includes(flag));
  if (both !== undefined) throw new UsageError(`${both} is both enabled and disabled`);
  if (suspend && resume) throw new UsageError('--suspend and --resume exclude each other');
  if (motivo && !suspend) throw new UsageError('--motivo needs --suspend');
  if (desde && tarifa === undefined) throw new UsageError('--desde needs --tarifa');
  const suspended = suspend || resume ? { suspended: suspend === true } : {};
  const switches = { ...valued(enable, true), ...valued(disable, false), ...suspended };
  await changeAndPrint(nombre, json, async (ctx) => {
    requireProofKey(switches, readDeployment(process.env));
    await setIntegration(ctx, { nombre, switches, limits, reason: motivo });
    if (tarifa === undefined) return;
    if (desde === undefined) await setTariff(ctx, { nombre, tarifa });
    else await scheduleTariff(ctx, { nombre, tarifa, from: desde });
  });
}

function limitsGiven(options: SetOptions): Partial<LimitTexts> {
  const given: Readonly<Record<LimitSetting, string | undefined>> = {
    cap_day: options.capDay,
    cap_month: options.capMonth,
    limit_renap: options.limitRenap,
    limit_rtu: options.limitRtu,
    limit_catalogos: options.limitCatalogos,
    trusted_networks: options.trustedNetworks,
  };
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined));
}

interface EntryOptions extends Json {
  readonly nota?: string;
  readonly referencia?: string;
}

async function runTopUp(nombre: string, quetzales: string, { json, ...details }: EntryOptions) {
  const input = { nombre, amount: amount(quetzales), ...details };
  await changeAndPrint(nombre, json, (ctx) => topUp(ctx, input));
}

async function runAdjust(nombre: string, quetzales: string, { json, ...details }: EntryOptions) {
  const input = { nombre, amount: signedAmount(quetzales), ...details };
  await changeAndPrint(nombre, json, (ctx) => adjust(ctx, input));
}

async function runRefund(
  nombre: string,
  queryId: string,
  { json, nota }: Json & { readonly nota: string },
): Promise<void> {
  if (!validate(queryId)) throw new UsageError(`'${queryId}' is not the id of a query`);
  await changeAndPrint(nombre, json, (ctx) => refund(ctx, { nombre, queryId, nota }));
}

/** Runs a change in one transaction and prints the changed integration. */
async function changeAndPrint(
  nombre: string,
  json: boolean | undefined,
  change: (ctx: Change<Action>) => Promise<unknown>,
): Promise<void> {
  const view = await withTransaction(async (ctx) => {
    await change(ctx);
    return findIntegration(ctx.tx, nombre);
  });
  print(json, published(view), described(view));
}

async function runRotate(
  nombre: string,
  { overlap: overlapMs, json }: Json & { readonly overlap: number },
): Promise<void> {
  const { token } = await withTransaction((ctx) =>
    rotate(ctx, { nombre, overlapMs, deployment: ctx.deployment }),
  );
  const name = asciiLower(nombre);
  print(json, { nombre: name, token }, [`token: ${token}`, 'It is not shown again.']);
}

function valued(flags: readonly Flag[], value: boolean): Partial<Flags> {
  return Object.fromEntries(flags.map((flag) => [flag, value]));
}

function enabledLookups(view: IntegrationView): string[] {
  return LOOKUPS.filter((lookup) => view[lookupFacts[lookup].flag]);
}

/** Returns the JSON shape: contract names, amounts as decimal text. */
function published(view: IntegrationView) {
  const { scheduled } = tariffsOf(view);
  return {
    nombre: view.nombre,
    ...Object.fromEntries(FLAGS.map((flag) => [flag, view[flag]])),
    suspendida: view.suspendedAt !== null,
    saldo: formatQuetzales(view.saldo),
    reservado: formatQuetzales(view.reservado),
    disponible: formatQuetzales(view.saldo - view.reservado),
    tarifa: formatQuetzales(view.tarifa),
    topes: {
      dia: view.cap_day === null ? null : formatQuetzales(view.cap_day),
      mes: view.cap_month === null ? null : formatQuetzales(view.cap_month),
    },
    /** Requests per minute by family; null where the deployment's limit applies. */
    limites: recordOf(FAMILIES, (family) => view[`limit_${family}`]),
    redesDeConfianza: view.trusted_networks,
    tarifaProgramada:
      scheduled === null
        ? null
        : { tarifa: formatQuetzales(scheduled.tarifa), desde: scheduled.from.toISOString() },
  };
}

function described(view: IntegrationView): string[] {
  const { nombre, suspendida, saldo, reservado, disponible, tarifa, ...rest } = published(view);
  const { topes, limites, redesDeConfianza, tarifaProgramada } = rest;
  return [
    `${nombre}${suspendida ? ' (suspended)' : ''}`,
    `  lookups:    ${enabledLookups(view).join(', ') || 'none'}`,
    `  saldo:      Q ${saldo}`,
    `  reservado:  Q ${reservado}`,
    `  disponible: Q ${disponible}`,
    `  tarifa:     Q ${tarifa}`,
    ...Object.entries(topes).flatMap(([period, cap]) =>
      cap === null ? [] : [`  tope/${period}:   Q ${cap}`],
    ),
    ...Object.entries(limites).flatMap(([family, quota]) =>
      quota === null ? [] : [`  límite:     ${quota} a minute, ${family}`],
    ),
    ...(redesDeConfianza === null ? [] : [`  redes:      ${redesDeConfianza}`]),
    ...(tarifaProgramada === null
      ? []
      : [`  programada: Q ${tarifaProgramada.tarifa} from ${tarifaProgramada.desde}`]),
  ];
}

/** Returns the JSON shape of a live token, masked. */
function publishedToken(token: CredentialView) {
  return {
    token: maskedToken(token),
    creado: token.createdAt.toISOString(),
    termina: token.expiresAt?.toISOString() ?? null,
    ultimaConsulta: token.lastQueryAt?.toISOString() ?? null,
  };
}

function describedToken(credential: CredentialView): string {
  const { token, termina, ultimaConsulta } = publishedToken(credential);
  const used = ultimaConsulta === null ? 'not used' : `last query ${ultimaConsulta}`;
  return `  token:      ${token}, ${used}${termina === null ? '' : `, ends ${termina}`}`;
}
