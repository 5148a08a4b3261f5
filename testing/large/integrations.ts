import { formatQuetzales } from '@/lib/money';
import type { Book } from './book';
import type { Customer, PlannedToken } from './customers';
import { tariffAt } from './queries';
import { Random } from './random';
import { DAY_MS } from './rhythm';
import type { Ids } from './rows';
import type { Tx } from './store';

const ACTOR = 'integraciones@pasarela.example';
const SCHEDULED_SHARE = 0.03;
/** A statement takes so many parameters at most. */
const ROWS_AT_ONCE = 1_000;

/** The integrations and their tokens; gives the numbers that the database chose. */
export async function insertIntegrations(tx: Tx, customers: readonly Customer[]): Promise<Ids> {
  const integration: number[] = [];
  const credential = new Map<PlannedToken, number>();
  for (const some of inParts(customers)) {
    const rows = some.map(integrationRow);
    const made = await tx<{ id: number }[]>`INSERT INTO integrations ${tx(rows)} RETURNING id`;
    integration.push(...made.map(({ id }) => id));
  }
  const tokens = customers.flatMap((customer) =>
    customer.tokens.map((token) => ({ token, id: integration[customer.place] ?? 0 })),
  );
  for (const some of inParts(tokens)) {
    const rows = some.map(({ token, id }) => tokenRow(token, id));
    const made = await tx<{ id: number }[]>`INSERT INTO credentials ${tx(rows)} RETURNING id`;
    for (const [place, { id }] of made.entries()) {
      const planned = some[place];
      if (planned !== undefined) credential.set(planned.token, id);
    }
  }
  return { integration, credential };
}

function integrationRow(customer: Customer) {
  const { nombre, flags, createdMs, suspendedMs, contactName, contactEmail } = customer;
  return {
    nombre,
    ...flags,
    suspended_at: suspendedMs === null ? null : new Date(suspendedMs),
    contact_name: contactName,
    contact_email: contactEmail,
    contact_phone: customer.contactPhone,
    low_balance: customer.lowBalance,
    receipts_enabled: customer.receiptsEnabled,
    created_at: new Date(createdMs),
    updated_at: new Date(suspendedMs ?? createdMs),
  };
}

function tokenRow({ digest, lastFour, fromMs, untilMs }: PlannedToken, integrationId: number) {
  return {
    integration_id: integrationId,
    digest,
    prefix: 'pas_dev_',
    last_four: lastFour,
    created_at: new Date(fromMs),
    expires_at: untilMs === null ? null : new Date(untilMs),
  };
}

interface NextTariff {
  readonly tarifa: number;
  readonly fromMs: number;
}

/** The accounts as the ledger left them, and their tariffs, some of them to come. */
export async function insertAccounts(
  tx: Tx,
  customers: readonly Customer[],
  book: Book,
  ids: Ids,
  { seed, untilMs }: { readonly seed: number; readonly untilMs: number },
): Promise<void> {
  const random = new Random(seed, 'scheduled tariffs');
  const accounts = [];
  const tariffs = [];
  for (const customer of customers) {
    const integration_id = ids.integration[customer.place] ?? 0;
    const { saldo, seq } = book.of(customer);
    const tarifa = tariffAt(customer, untilMs);
    const next: NextTariff | undefined = random.chance(SCHEDULED_SHARE)
      ? { tarifa: Math.round(tarifa * 1.1), fromMs: untilMs + random.int(2, 30) * DAY_MS }
      : undefined;
    const next_tarifa_at = next === undefined ? null : new Date(next.fromMs);
    const next_tarifa = next?.tarifa ?? null;
    accounts.push({ integration_id, saldo, ledger_seq: seq, tarifa, next_tarifa, next_tarifa_at });
    for (const planned of [...customer.tariffs, ...(next === undefined ? [] : [next])]) {
      const holds_from = new Date(planned.fromMs);
      const created_at = new Date(Math.min(planned.fromMs, untilMs));
      tariffs.push({
        integration_id,
        tarifa: planned.tarifa,
        holds_from,
        created_at,
        actor: ACTOR,
      });
    }
  }
  for (const some of inParts(accounts)) await tx`INSERT INTO accounts ${tx(some)}`;
  for (const some of inParts(tariffs)) await tx`INSERT INTO tariffs ${tx(some)}`;
}

/** What administrators did to them, as far as it is told elsewhere than in the ledger. */
export function auditOf(customer: Customer): AuditEntry[] {
  const { createdMs, suspendedMs, nombre, flags, tariffs, tokens } = customer;
  const [first, ...later] = tariffs;
  const price = (tarifa = 0) => ({ tarifa: formatQuetzales(BigInt(tarifa)) });
  const of = (atMs: number, action: string, before: unknown, after: unknown): AuditEntry => ({
    ...{ atUs: Math.round(atMs * 1_000), actor: ACTOR, action, customer, target: nombre },
    ...{ before, after },
  });
  return [
    of(createdMs, 'integration.create', null, { ...flags, ...price(first?.tarifa) }),
    ...later.map(({ fromMs, tarifa }) =>
      of(fromMs, 'billing.set_tariff', price(first?.tarifa), price(tarifa)),
    ),
    ...tokens
      .slice(1)
      .map(({ fromMs, lastFour }) =>
        of(fromMs, 'integration.rotate', null, { token: `pas_dev_…${lastFour}` }),
      ),
    ...(suspendedMs === null
      ? []
      : [of(suspendedMs, 'integration.set', { suspended: false }, { suspended: true })]),
  ];
}

/** A row of the audit log. */
export interface AuditEntry {
  readonly atUs: number;
  readonly actor: string;
  readonly action: string;
  readonly customer: Customer;
  readonly target: string;
  readonly before: unknown;
  readonly after: unknown;
}

function inParts<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, part) =>
    items.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}
