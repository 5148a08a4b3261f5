import type { Database, Sql } from '@/db/client';
import type { Env } from '@/lib/base/env/env';
import type { Logger } from '@/lib/base/telemetry/log';
import type { Metrics, ProcessMetrics } from '@/lib/base/telemetry/metrics';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { forgetKeys } from '@/lib/billing/idempotency';
import { releaseExpired } from '@/lib/billing/release-expired';
import type { Settle } from '@/lib/billing/settle';
import { returnUndelivered } from '@/lib/billing/undelivered';
import { verifyRecent } from '@/lib/billing/verify-recent';
import { noteProofKeys } from '@/lib/keys/proof-keys';
import { noteKey } from '@/lib/keys/sealing-keys';
import { endFailing } from '@/lib/notices/finish';
import type { Channels, Sender } from '@/lib/notices/sender';
import { markRepeatedCharges } from '@/lib/recording/repeated-charges';
import { foldCounts } from '@/lib/statistics/fold';
import { detect, notifyOfAuditRows } from '@/lib/watch/detect';
import { watchStatus } from '@/lib/watch/watch-status';
import type { auditCheck } from './audit-check';
import {
  identifierKeyring,
  KEYS_NOTED_EVERY_MS,
  noticeKeyring,
  secondFactorKeyring,
} from './keyrings';
import { logAudit } from './log-audit';
import { keepPartitions } from './partitions';
import { retain } from './retention';
import type { StoredRun, StoredTask } from './run-task';

/** What a process that answers lookups gives its tasks. A gateway has it. */
export interface LookupParts {
  readonly env: Env;
  readonly sql: Sql;
  readonly settle: Settle;
  readonly refusals: Written;
  readonly shapes: Written;
  readonly addressLimitKeys: Refreshed;
  readonly switches: Refreshed;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Written {
  write(sql: Sql): Promise<void>;
}

interface Refreshed {
  refresh(): Promise<void>;
}

interface LookupTools extends LookupParts {
  /** Opens its connection only for a transaction, and closes it afterwards. */
  readonly occasional: Database;
  readonly recordRelease: () => Promise<void>;
  readonly checkAudit: ReturnType<typeof auditCheck>;
}

/** What a process that serves pages gives its tasks. */
export interface PagesParts {
  readonly db: Database;
  readonly channels: Channels;
  readonly secondFactorSecrets: readonly string[];
  readonly log: Logger;
  readonly metrics: Pick<ProcessMetrics, 'tasks' | 'noticeDeliveries'>;
}

interface PagesTools extends PagesParts {
  readonly sender: Sender;
}

interface Row {
  /** The label of its metrics, and its name in the log. */
  readonly name: string;
  readonly everyMs: number;
}

/** Runs on each instance that answers lookups; several may do so at once. */
interface EachRow extends Row {
  readonly on: 'each';
  /** Whether it also runs as soon as the process starts. */
  readonly atStart?: boolean;
  readonly run: (tools: LookupTools) => Promise<unknown>;
}

/** Runs on one instance at a time of those that answer lookups. */
export interface OneRow extends Row {
  readonly on: 'one';
  readonly name: StoredTask['name'];
  /** Whether it runs too often for a line of the log each time. */
  readonly quiet?: boolean;
  readonly run: (tools: LookupTools, stored: StoredRun) => Promise<object>;
}

/** Runs in the pages process of each instance that serves pages. */
interface PagesRow extends Row {
  readonly on: 'pages';
  readonly atStart?: boolean;
  readonly run: (tools: PagesTools) => Promise<unknown>;
}

export type TaskRow = EachRow | OneRow | PagesRow;

/**
 * Everything that runs in the background. Each row exports `pasarela_task_period_seconds`,
 * `pasarela_task_last_success_timestamp_seconds` and `pasarela_task_failures_total` under its name,
 * and logs `task_failed` and `task_waits`. The first sentence of its comment and its period also
 * stand in docs/architecture.md.
 */
export const TASKS: readonly TaskRow[] = [
  /** Records in the audit log which release serves. Once in the life of a process. */
  {
    name: 'record_release',
    everyMs: 30 * SECOND_MS,
    on: 'each',
    atStart: true,
    run: ({ recordRelease }) => recordRelease(),
  },
  /** Reads the trusted networks of integrations. A change applies within this period. */
  {
    name: 'read_trusted',
    everyMs: 3 * SECOND_MS,
    on: 'each',
    atStart: true,
    run: ({ addressLimitKeys }) => addressLimitKeys.refresh(),
  },
  /** Reads which lookups are switched off. Sets `pasarela_lookup_switched_off`. */
  {
    name: 'read_switches',
    everyMs: 2 * SECOND_MS,
    on: 'each',
    atStart: true,
    run: ({ switches }) => switches.refresh(),
  },
  /** Writes the refusals that this process counted. */
  {
    name: 'write_counts',
    everyMs: 5 * SECOND_MS,
    on: 'each',
    run: ({ refusals, sql }) => refusals.write(sql),
  },
  /** Writes which fields the sources' answers had, and judges which have stopped. */
  {
    name: 'write_shapes',
    everyMs: MINUTE_MS,
    on: 'each',
    run: ({ shapes, sql }) => shapes.write(sql),
  },
  /** Folds the counts that settlements left. Does nothing while another instance folds. */
  { name: 'fold_counts', everyMs: 5 * SECOND_MS, on: 'each', run: ({ sql }) => foldCounts(sql) },
  /** Logs new audit rows. Each as `audit`, once among all instances. */
  { name: 'log_audit', everyMs: SECOND_MS, on: 'each', run: ({ sql, log }) => logAudit(sql, log) },
  /** Releases expired holds. Logs `holds_released`; `pasarela_oldest_hold_age_seconds` shows a delay. */
  {
    name: 'release_holds',
    everyMs: 15 * SECOND_MS,
    on: 'each',
    run: async ({ sql, settle, log }) => {
      const count = await releaseExpired(sql, settle);
      if (count > 0) log.info({ event: 'holds_released', count });
    },
  },
  /** Returns charges of answers that were not delivered. Logs `charges_returned`. */
  {
    name: 'return_charges',
    everyMs: 15 * SECOND_MS,
    on: 'each',
    run: async ({ sql, occasional, log }) => {
      const count = await returnUndelivered(sql, occasional);
      if (count > 0) log.warn({ event: 'charges_returned', count });
    },
  },
  /** Makes notices of new audit rows. Counts them in `pasarela_notices_total`. */
  {
    name: 'notice_events',
    everyMs: 5 * SECOND_MS,
    on: 'each',
    run: ({ sql, occasional, metrics }) => notifyOfAuditRows(sql, occasional, metrics.notices),
  },
  /** Forgets idempotency keys of yesterday. */
  { name: 'forget_keys', everyMs: MINUTE_MS, on: 'each', run: ({ sql }) => forgetKeys(sql) },
  /** Notes the key that seals identifiers. A key that nobody notes can be retired. */
  {
    name: 'note_keys',
    everyMs: KEYS_NOTED_EVERY_MS,
    on: 'each',
    atStart: true,
    run: ({ env, sql }) => noteKey(sql, identifierKeyring(env.identifierSecrets)),
  },
  /** Notes the keys that sign proofs, so that retired ones can be published too. */
  {
    name: 'note_proof_keys',
    everyMs: KEYS_NOTED_EVERY_MS,
    on: 'each',
    atStart: true,
    run: ({ env, sql }) => noteProofKeys(sql, env.proofSecrets),
  },
  /** Creates the partitions ahead. Logs `partitions_low` when too few exist. */
  {
    name: 'create_partitions',
    everyMs: HOUR_MS,
    on: 'each',
    atStart: true,
    run: ({ sql, log }) => keepPartitions(sql, log),
  },
  /** Checks the ledger: what is new each time, and everything once a day. Logs `ledger_problem`. */
  {
    name: 'ledger_verify',
    everyMs: 5 * MINUTE_MS,
    on: 'one',
    run: ({ log }, { db, previous, keep }) =>
      verifyRecent(db, previous, async (fresh, result) => {
        for (const problem of fresh) log.error({ event: 'ledger_problem', ...problem });
        await keep(result);
      }),
  },
  /** Checks the chain of audit rows. Logs `audit_verified` and `audit_problem`. */
  {
    name: 'audit_verify',
    everyMs: 5 * MINUTE_MS,
    on: 'one',
    run: ({ checkAudit }, { db }) => checkAudit(db),
  },
  /** Deletes personal data whose time has passed. Logs `clock_apart` instead when a clock may be wrong. */
  {
    name: 'retention',
    everyMs: HOUR_MS,
    on: 'one',
    run: ({ env, log }, { db, previous }) => retain(db, env.retention, previous, log),
  },
  /** Reads the public state of each lookup. Sets `pasarela_status` and logs `status_changed`. */
  {
    name: 'status',
    // Shorter than the pause between two looks, so that it is due at each.
    everyMs: 15 * SECOND_MS,
    on: 'one',
    quiet: true,
    run: ({ env, log }, { db, previous }) => watchStatus(db, env.adapters, previous, log),
  },
  /** Marks the repeated charges among the records of queries that have ended. */
  {
    name: 'mark_repeated',
    everyMs: 2 * MINUTE_MS,
    on: 'one',
    quiet: true,
    run: (_tools, { db, previous }) => markRepeatedCharges(db, previous),
  },
  /** Detects conditions that begin and end, such as a low balance, and makes their notices. */
  {
    name: 'detect',
    everyMs: MINUTE_MS,
    on: 'one',
    run: ({ env, metrics }, { db, previous }) =>
      detect(db, env.adapters, previous, metrics.notices),
  },
  /** Sends due notices. Counts attempts in `pasarela_notice_deliveries_total`; logs `notice_delivery`. */
  { name: 'send_notices', everyMs: SECOND_MS, on: 'pages', run: ({ sender }) => sender.claim() },
  /** Disables targets of notices that have failed for five days. Logs `notice_target_disabled`. */
  {
    name: 'disable_targets',
    everyMs: MINUTE_MS,
    on: 'pages',
    run: async ({ db, log }) => {
      const count = await endFailing(db);
      if (count > 0) log.warn({ event: 'notice_target_disabled', count });
    },
  },
  /** Notes the keys that seal second factors and secrets of webhooks. */
  {
    name: 'note_pages_keys',
    everyMs: KEYS_NOTED_EVERY_MS,
    on: 'pages',
    atStart: true,
    run: ({ db, secondFactorSecrets: secrets }) => {
      const keyrings = [secondFactorKeyring(secrets), noticeKeyring(secrets)];
      return Promise.all(keyrings.map((keyring) => noteKey(db.$client, keyring)));
    },
  },
];
