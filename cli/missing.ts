import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { v5 } from 'uuid';
import { z } from 'zod';
import { ROLES } from '@/lib/access/permissions';
import { Rejection } from '@/lib/access/rejection';
import { missingRows } from '@/lib/audit/missing-rows';
import { parseJson } from '@/lib/base/values/json';
import { formatQuetzales } from '@/lib/base/values/money';
import { adjust } from '@/lib/billing/adjust';
import { type LostCharges, lostCharges } from '@/lib/billing/lost-charges';
import { endOverlap, rotate } from '@/lib/integrations/rotate';
import { SWITCHES, setIntegration } from '@/lib/integrations/set';
import { disableUser, setRole } from '@/lib/users/administer';
import { userIdOf } from '@/lib/users/find';
import { endSessions } from '@/lib/users/sessions';
import { type Context, withContext } from './context';
import { Problem, print } from './output';

/** `pasarela ledger missing`: what the log knows and a restored database does not. */

const chargeLine = z.object({
  event: z.literal('lookup'),
  charged: z.literal(true),
  time: z.string(),
  queryId: z.uuid(),
  integration: z.string(),
});
const auditLine = z.object({
  event: z.literal('audit'),
  time: z.string(),
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  after: z.record(z.string(), z.unknown()),
});
type AuditLine = z.infer<typeof auditLine>;

interface Options {
  readonly log: readonly string[];
  readonly since: Date;
  readonly apply?: boolean;
  readonly json?: boolean;
}

const NOT_APPLIED = { done: false };

export async function missing({ log, since, apply, json }: Options): Promise<void> {
  const { charges, changes, sampled } = await readLog(log, since);
  const found = await withContext(async (context) => {
    const lost = [];
    for (const one of await lostCharges(context.db, charges)) {
      const result = apply && one.amount > 0n ? await charge(context, one, since) : NOT_APPLIED;
      lost.push({ ...one, amount: formatQuetzales(one.amount), ...result });
    }
    const rows = [];
    for (const change of await missingRows(context.db, changes)) {
      rows.push({ ...change, ...(apply ? await repeat(context, change) : NOT_APPLIED) });
    }
    if (apply) await endSessions(context.db, undefined);
    return { charges: lost, changes: rows };
  });
  print(json, { ...found, sampled }, [
    ...found.charges.map(
      (one) => `${one.nombre}: ${one.queries} queries, Q ${one.amount}: ${described(one)}`,
    ),
    ...found.changes.map(
      (one) => `${one.at} ${one.actor} ${one.action} ${one.target}: ${described(one)}`,
    ),
    ...(sampled ? ['LOG_ONE_IN left charges out of the log: add them up another way.'] : []),
    apply ? 'All sessions were ended.' : 'Nothing was changed (see --apply).',
  ]);
}

async function readLog(files: readonly string[], since: Date) {
  const charges: z.infer<typeof chargeLine>[] = [];
  const changes: AuditLine[] = [];
  let sampled = false;
  for (const file of files) {
    for await (const text of createInterface(createReadStream(file))) {
      const line = parseJson(text);
      const charged = chargeLine.safeParse(line).data;
      if (charged && new Date(charged.time) >= since) charges.push(charged);
      const change = auditLine.safeParse(line).data;
      if (change && new Date(change.at) >= since) changes.push(change);
      sampled ||= charged !== undefined && Object.hasOwn(Object(line), 'oneIn');
    }
  }
  return { charges, changes, sampled };
}

/** Charges an integration what was lost, once: a second run finds the entry of the first. */
function charge({ db, permit }: Context, { nombre, amount }: LostCharges, since: Date) {
  const referencia = `restore ${since.toISOString()}`;
  const key = v5(`${referencia} ${nombre}`, v5.URL);
  const entry = {
    nombre,
    amount: -amount,
    nota: 'Charges lost with the database',
    referencia,
    key,
  };
  return attempt(() => db.transaction((tx) => adjust({ tx, permit }, entry)));
}

/** Makes a change again that takes rights away. Others need somebody's decision or a new secret. */
function repeat({ db, permit, deployment }: Context, { action, target, at, after }: AuditLine) {
  const nombre = target;
  return attempt(() =>
    db.transaction(async (tx) => {
      const ctx = { tx, permit };
      switch (action) {
        case 'integration.set': {
          const switches = z.partialRecord(z.enum(SWITCHES), z.boolean()).parse(after);
          return setIntegration(ctx, { nombre, switches, reason: 'Repeated after a restore' });
        }
        case 'integration.rotate':
        case 'integration.rotate_own': {
          const overlapUntil = Date.parse(at) + z.number().catch(0).parse(after.overlapMs);
          const overlapMs = Math.max(0, overlapUntil - Date.now());
          return rotate(ctx, { nombre, overlapMs, deployment });
        }
        case 'integration.end_overlap':
          return endOverlap(ctx, { nombre });
        case 'user.disable':
          return disableUser(ctx, { id: await userIdOf(tx, target) });
        case 'user.set_role':
          return setRole(ctx, {
            id: await userIdOf(tx, target),
            role: z.enum(ROLES).parse(after.role),
          });
        default:
          throw new Problem('repeat it by hand');
      }
    }),
  );
}

/** Runs a change. A new token is in the result, this once. */
async function attempt(change: () => Promise<unknown>) {
  try {
    const { token } = z
      .object({ token: z.string() })
      .partial()
      .catch({})
      .parse(await change());
    return token === undefined ? { done: true } : { done: true, token };
  } catch (error) {
    if (!(error instanceof Rejection || error instanceof Problem)) throw error;
    return { done: false, problem: error.message };
  }
}

function described({ done, problem, token }: Awaited<ReturnType<typeof attempt>>): string {
  return `${done ? 'done' : (problem ?? 'missing')}${token === undefined ? '' : `; token: ${token}`}`;
}
