/**
 * The module that owns each table. Only files of the owner write a table; any module may read it.
 * `npm run check` compares this list with the SQL and the Drizzle calls in app, cli, db and lib.
 */
export const OWNERS: Readonly<Record<string, string>> = {
  accounts: 'lib/billing',
  holds: 'lib/billing',
  idempotency_keys: 'lib/billing',
  ledger_entries: 'lib/billing',
  refund_requests: 'lib/billing',
  tariffs: 'lib/billing',
  undelivered_answers: 'lib/billing',
  incidents: 'lib/incidents',
  incident_updates: 'lib/incidents',
  episodes: 'lib/notices',
  notices: 'lib/notices',
  notice_targets: 'lib/notices',
  notice_deliveries: 'lib/notices',
  notice_cursor: 'lib/notices',
  notice_counts: 'lib/notices',
  integrations: 'lib/integrations',
  credentials: 'lib/integrations',
  query_records: 'lib/recording',
  refusal_counts: 'lib/recording',
  source_shapes: 'lib/sources',
  saved_views: 'lib/recording',
  pending_counts: 'lib/statistics',
  query_counts: 'lib/statistics',
  integration_days: 'lib/statistics',
  credential_days: 'lib/statistics',
  task_runs: 'lib/tasks',
  users: 'lib/users',
  role_policies: 'lib/users',
  console_sessions: 'lib/users',
  invitations: 'lib/users',
  recovery_codes: 'lib/users',
  sign_in_throttles: 'lib/users',
  audit_log: 'lib/audit',
  audit_heads: 'lib/audit',
  deployment: 'db',
  sealing_keys: 'lib/keys',
  proof_keys: 'lib/keys',
};

/** Files that write a table of another owner, with the reason. */
export const EXCEPTIONS: readonly {
  readonly file: string;
  readonly tables: readonly string[];
  readonly why: string;
}[] = [
  {
    file: 'lib/billing/settle.ts',
    tables: ['query_records', 'pending_counts'],
    why: 'One statement settles: charge, record and count happen together or not at all.',
  },
  {
    file: 'lib/billing/undelivered.ts',
    tables: ['query_records', 'pending_counts'],
    why: 'The charge is returned and the query blamed on us together.',
  },
  {
    file: 'lib/integrations/create.ts',
    tables: ['accounts', 'tariffs'],
    why: 'An integration never exists without an account and its first tariff.',
  },
  {
    file: 'lib/users/pause-notices.ts',
    tables: ['notice_targets'],
    why: 'Who loses access stops receiving notices in the same transaction.',
  },
];
