import type { Span } from '@opentelemetry/api';
import { ANSWER_TIMEOUT_MS, isRefusedStatement, type Sql } from '@/db/client';
import { SWITCH_COLUMNS, type SwitchColumn } from '@/db/schema/index';
import { Batch, type WatchRun } from '@/lib/base/process/batch';
import { BoundedMap } from '@/lib/base/process/bounded-map';
import { recordOf } from '@/lib/base/values/record';
import { asciiLower } from '@/lib/base/values/text';
import { type LimitValues, QUOTA_SETTINGS, type QuotaSetting } from './limit-settings';
import { NAME_PATTERN } from './name';
import { digestToken, matchDigest } from './token';

export interface AuthenticatedIntegration {
  readonly id: number;
  readonly nombre: string;
  readonly credentialId: number;
  /** When the credential expires, as exact text; null for never. */
  readonly credentialExpiresAt: string | null;
  /** Increases with every change of the integration or its credentials. */
  readonly accessVersion: number;
  readonly switches: Switches;
  /** Requests per minute by family; null where the deployment's limit applies. */
  readonly quotas: Quotas;
}

type Switches = Readonly<Record<SwitchColumn, boolean>>;
type Quotas = Pick<LimitValues, QuotaSetting>;

export interface Credentials {
  readonly login: string | null;
  readonly token: string | null;
}

export type Authentication =
  | { readonly kind: 'authenticated'; readonly integration: AuthenticatedIntegration }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'unknown';
      /** The reason, which only support sees. */
      readonly failure: 'credentials_unknown' | 'integration_suspended' | 'token_expired';
      /** The integration whose credentials they were. */
      readonly integration?: { readonly id: number; readonly nombre: string };
    };

export interface Authenticator {
  /**
   * Returns the integration as last read. It may have changed since, so the reservation must check
   * `accessVersion` and `credentialExpiresAt`, and {@link read} must confirm every refusal.
   */
  remember(credentials: Credentials): AuthenticatedIntegration | undefined;
  /** Whether an integration of this name, in any case, has been read. */
  knows(login: string): boolean;
  /** Reads the integration. Concurrent callers share a statement. */
  read(credentials: Credentials, span?: Span): Promise<Authentication>;
}

interface Row extends Switches, Quotas {
  readonly id: number;
  readonly nombre: string;
  readonly credential_id: number;
  readonly expires_at: string | null;
  readonly access_version: number;
  readonly digest: Buffer;
  readonly suspended: boolean;
  readonly expired: boolean;
}

/** A name that no integration can have. Looking it up takes as long as a real one. */
const IMPOSSIBLE_NAME = '';
const MAX_BATCH = 200;
const MAX_REMEMBERED = 10_000;
const COLUMNS = [...SWITCH_COLUMNS, ...QUOTA_SETTINGS].map((name) => `i.${name}`).join(', ');

/**
 * Creates the authenticator (contract, 'Authentication', rules 1, 3 and 4). A suspended integration
 * and an expired token count as unknown. Only existing integrations are cached, so made-up names
 * use no memory.
 */
export function createAuthenticator(sql: Sql, watch?: WatchRun): Authenticator {
  const remembered = new BoundedMap<string, readonly Row[]>(MAX_REMEMBERED);
  const found = new Batch<string, readonly Row[]>({
    run: (names) => findRows(sql, names),
    mayRunAlone: isRefusedStatement,
    maxSize: MAX_BATCH,
    timeoutMs: ANSWER_TIMEOUT_MS,
    watch,
  });
  const remember = (name: string, rows: readonly Row[]) => {
    if (rows.length > 0) remembered.set(name, rows);
    else remembered.delete(name);
  };
  return {
    remember: ({ login, token }) => {
      const rows = remembered.get(asciiLower(login ?? IMPOSSIBLE_NAME)) ?? [];
      const row = matchDigest(digestToken(token ?? ''), rows);
      return row && authenticated(row);
    },
    knows: (login) => remembered.has(asciiLower(login)),
    read: async ({ login, token }, span) => {
      if (!login && !token) return { kind: 'missing' };
      const lowerLogin = asciiLower(login ?? IMPOSSIBLE_NAME);
      const name = NAME_PATTERN.test(lowerLogin) ? lowerLogin : IMPOSSIBLE_NAME;
      const rows = await found.submit(name, { span });
      const live = rows.filter(({ suspended, expired }) => !(suspended || expired));
      remember(name, live);
      return authenticationOf(matchDigest(digestToken(token ?? ''), rows));
    },
  };
}

function authenticationOf(row: Row | undefined): Authentication {
  if (row === undefined) return { kind: 'unknown', failure: 'credentials_unknown' };
  const integration = authenticated(row);
  if (row.suspended) return { kind: 'unknown', failure: 'integration_suspended', integration };
  if (row.expired) return { kind: 'unknown', failure: 'token_expired', integration };
  return { kind: 'authenticated', integration };
}

async function findRows(sql: Sql, names: readonly string[]): Promise<readonly Row[][]> {
  const rows = await sql<Row[]>`
    SELECT i.id, i.nombre, ${sql.unsafe(COLUMNS)}, i.access_version,
      c.id AS credential_id, c.digest, c.expires_at::text AS expires_at,
      i.suspended_at IS NOT NULL AS suspended, coalesce(c.expires_at <= now(), false) AS expired
    FROM integrations i JOIN credentials c ON c.integration_id = i.id
    WHERE i.nombre = ANY(${[...new Set(names)]})`;
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    const sameName = byName.get(row.nombre);
    if (sameName === undefined) byName.set(row.nombre, [row]);
    else sameName.push(row);
  }
  return names.map((name) => byName.get(name) ?? []);
}

function authenticated(row: Row): AuthenticatedIntegration {
  const { id, nombre, credential_id, expires_at, access_version } = row;
  return {
    id,
    nombre,
    credentialId: credential_id,
    credentialExpiresAt: expires_at,
    accessVersion: access_version,
    switches: recordOf(SWITCH_COLUMNS, (name) => row[name]),
    quotas: recordOf(QUOTA_SETTINGS, (name) => row[name]),
  };
}
