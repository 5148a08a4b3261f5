import type { Sql } from '@/db/client';
import { ANSWER_TIMEOUT_MS, isRefusedStatement } from '@/db/client';
import { Batch } from '@/lib/batch';
import { FLAGS, type Flags } from '@/lib/contract/lookups';
import { NAME_PATTERN } from './name';
import { digestToken, matchDigest } from './token';

/** An integration that proved who it is. */
export interface AuthenticatedIntegration {
  readonly id: number;
  readonly nombre: string;
  readonly credentialId: number;
  readonly receiptsEnabled: boolean;
  readonly flags: Flags;
}

export interface Credentials {
  readonly login: string | null;
  readonly token: string | null;
}

export type Authentication =
  | { readonly kind: 'authenticated'; readonly integration: AuthenticatedIntegration }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

export type Authenticate = (credentials: Credentials) => Promise<Authentication>;

interface Row extends Flags {
  readonly id: number;
  readonly nombre: string;
  readonly credential_id: number;
  readonly receipts_enabled: boolean;
  readonly digest: Buffer;
}

/** No integration can have this name, so looking it up costs what looking up a real one does. */
const IMPOSSIBLE_NAME = '';
const MAX_BATCH = 200;
const FLAG_COLUMNS = FLAGS.map((flag) => `i.${flag}`).join(', ');

/**
 * Contract, 'Authentication', rules 1, 3 and 4. What an administrator changed counts from the next
 * request on, so nothing is cached: callers of the same moment share one statement instead. A
 * suspended integration and an expired token answer as what does not exist.
 */
export function createAuthenticate(sql: Sql): Authenticate {
  const live = new Batch<string, readonly Row[]>({
    run: (names) => findLive(sql, names),
    mayRunAlone: isRefusedStatement,
    maxSize: MAX_BATCH,
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  return async ({ login, token }) => {
    if (!login && !token) return { kind: 'missing' };
    const name = login?.toLowerCase() ?? IMPOSSIBLE_NAME;
    const rows = await live.submit(NAME_PATTERN.test(name) ? name : IMPOSSIBLE_NAME);
    const row = matchDigest(digestToken(token ?? ''), rows);
    return row === undefined
      ? { kind: 'unknown' }
      : { kind: 'authenticated', integration: authenticated(row) };
  };
}

async function findLive(sql: Sql, names: readonly string[]): Promise<readonly Row[][]> {
  const rows = await sql<Row[]>`
    SELECT i.id, i.nombre, ${sql.unsafe(FLAG_COLUMNS)}, i.receipts_enabled,
      c.id AS credential_id, c.digest
    FROM integrations i JOIN credentials c ON c.integration_id = i.id
    WHERE i.nombre = ANY(${[...new Set(names)]}) AND i.suspended_at IS NULL
      AND (c.expires_at IS NULL OR c.expires_at > now())`;
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    const sameName = byName.get(row.nombre);
    if (sameName === undefined) byName.set(row.nombre, [row]);
    else sameName.push(row);
  }
  return names.map((name) => byName.get(name) ?? []);
}

function authenticated(row: Row): AuthenticatedIntegration {
  const { id, nombre, credential_id, receipts_enabled, digest: _digest, ...flags } = row;
  return { id, nombre, credentialId: credential_id, receiptsEnabled: receipts_enabled, flags };
}
