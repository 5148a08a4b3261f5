import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Action } from '@/lib/access/permissions';
import { Permit } from '@/lib/access/permit';
import type { Change } from '@/lib/audit/write';
import { MINUTE_MS } from '@/lib/base/time/time';
import { parseJson } from '@/lib/base/values/json';
import { topUp } from '@/lib/billing/top-up';
import { BILLED_LOOKUPS, FLAGS, type Flag, lookupFacts } from '@/lib/contract/lookups';
import { createIntegration } from '@/lib/integrations/create';
import { setIntegration } from '@/lib/integrations/set';
import { createUser } from '@/lib/users/create';
import { connectDatabase, type Database } from './client';
import { LOCKS } from './locks';

const demonstrationSchema = z.object({
  administrator: z.object({ email: z.string(), password: z.string() }),
  integrations: z.array(z.object({ nombre: z.string(), token: z.string(), about: z.string() })),
});

/** Demonstration data with its secrets in plain text, for development only. */
export type Demonstration = z.infer<typeof demonstrationSchema>;

interface Plan {
  readonly nombre: string;
  readonly flags: readonly Flag[];
  readonly tarifa: bigint;
  readonly saldo: bigint;
  readonly about: string;
  readonly suspended?: boolean;
}

const CATALOGS = BILLED_LOOKUPS.map((lookup) => lookupFacts[lookup].flag);
const QUETZAL = 10_000n;

const plans: readonly Plan[] = [
  {
    nombre: 'demo-completa',
    flags: FLAGS,
    tarifa: 5_000n,
    saldo: 500n * QUETZAL,
    about: 'all lookups, Q 0.50 a query, Q 500.00',
  },
  {
    nombre: 'demo-catalogos',
    flags: CATALOGS,
    tarifa: 2_500n,
    saldo: 25n * QUETZAL,
    about: 'the catalogs, Q 0.25 a query, Q 25.00',
  },
  {
    nombre: 'demo-registros',
    flags: ['is_renap_enabled', 'is_rtu_enabled'],
    tarifa: 5_000n,
    saldo: 0n,
    about: 'person registry and RTU by NIT',
  },
  {
    nombre: 'demo-sin-saldo',
    flags: CATALOGS,
    tarifa: QUETZAL,
    saldo: 0n,
    about: 'the catalogs, no balance: answers 402',
  },
  {
    nombre: 'demo-suspendida',
    flags: FLAGS,
    tarifa: 5_000n,
    saldo: 10n * QUETZAL,
    about: 'suspended: answers as if it did not exist',
    suspended: true,
  },
];

const ADMINISTRATOR_EMAIL = 'admin@pasarela.example';

/**
 * Seeds an empty database and returns the credentials. They are stored in `folder`, one file per
 * database, because the database holds digests only. Returns undefined for a database that was not
 * seeded from there.
 */
export async function demonstration(
  databaseUrl: string,
  folder: string,
): Promise<Demonstration | undefined> {
  const db = connectDatabase(databaseUrl, { max: 1, statementTimeoutMs: MINUTE_MS });
  try {
    const file = join(folder, `demonstration-${await databaseIdentity(db)}.json`);
    const seeded = await seedWhenEmpty(db, async (made) => {
      await mkdir(folder, { recursive: true });
      await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
    });
    if (seeded !== undefined) return seeded;
    const text = parseJson(await readFile(file, 'utf8').catch(() => ''));
    return demonstrationSchema.safeParse(text).data;
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/** Identifies the cluster and the database, whatever its address or port. */
async function databaseIdentity(db: Database): Promise<string> {
  const [row] = await db.execute<{ identity: string }>(
    sql`SELECT md5(system_identifier::text || ':' || current_database()) AS identity
      FROM pg_control_system()`,
  );
  return (row?.identity ?? 'unknown').slice(0, 12);
}

/** Seeds once, under a lock. Stores the credentials before the commit. */
async function seedWhenEmpty(db: Database, keep: (credentials: Demonstration) => Promise<void>) {
  return db.transaction(async (tx) => {
    // Judging and hashing a password may take long on a slow machine.
    await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '1min'`);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.seed})`);
    const rows = await tx.execute(sql`SELECT FROM integrations LIMIT 1`);
    if (rows.length > 0) return undefined;
    const ctx = { tx, permit: Permit.onCommandLine(userInfo().username) };
    const integrations = [];
    for (const plan of plans) integrations.push(await seedIntegration(ctx, plan));
    const password = randomBytes(12).toString('base64url');
    const administrator = { email: ADMINISTRATOR_EMAIL, password };
    await createUser(ctx, { ...administrator, role: 'admin', mustChangePassword: false });
    const credentials = { administrator, integrations };
    await keep(credentials);
    return credentials;
  });
}

async function seedIntegration(ctx: Change<Action>, plan: Plan) {
  const { nombre, tarifa, saldo, about, suspended = false } = plan;
  const flags = Object.fromEntries(plan.flags.map((flag) => [flag, true]));
  const created = await createIntegration(ctx, {
    nombre,
    flags,
    tarifa,
    deployment: 'development',
  });
  if (saldo > 0n) await topUp(ctx, { nombre, amount: saldo, nota: 'Saldo de demostración' });
  if (suspended)
    await setIntegration(ctx, { nombre, switches: { suspended }, reason: 'Demostración' });
  return { nombre, token: created.token, about };
}
