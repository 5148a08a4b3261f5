import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { certificateEnds } from './certificates';
import { standardOutput } from './log-buffer';

/**
 * Declares every metric of the service. Counters and histograms count in memory. Gauges are set
 * when somebody reads the metrics, by {@link Metrics.onRead}, so that they cost a query nothing.
 */

/** Bounds in seconds, from a check in memory to the ceiling of a query. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200];

/** Values of the metrics of one registry, as JSON. */
export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[];

export class Metrics {
  readonly registry = new Registry();
  readonly #readers: (() => void | Promise<void>)[] = [];

  readonly build = this.#gauge(
    'build_info',
    'Always 1; the labels say what runs',
    'version',
    'node',
    'deployment_id',
  );
  readonly lookups = this.#counter(
    'lookups_total',
    'Answered requests to a lookup',
    'lookup',
    'outcome',
    'responsible',
    'status',
  );
  readonly duration = this.#seconds('lookup_duration', 'Time from request to answer', 'lookup');
  readonly ownDuration = this.#seconds(
    'lookup_own_duration',
    'Time from request to answer, without the time of the source',
    'lookup',
  );
  readonly steps = this.#seconds('lookup_step_duration', 'Time of each step of a lookup', 'step');
  readonly batchSize = this.#histogram('batch_size', 'Inputs of a statement', SIZES, 'batch');
  readonly batchDuration = this.#seconds('batch_duration', 'Time of a shared statement', 'batch');
  readonly batchWaiting = this.#gauge('batch_waiting', 'Inputs that wait for a shared statement');
  readonly inFlight = this.#gauge('lookup_queries_in_flight', 'Queries in the bulkhead', 'lookup');
  readonly maxInFlight = this.#gauge('lookup_queries_in_flight_limit', 'Size of a bulkhead');
  readonly switchedOff = this.#gauge(
    'lookup_switched_off',
    '1 for a lookup that people switched off for everybody',
    'lookup',
  );
  readonly circuit = this.#gauge(
    'source_circuit_state',
    '1 for the present state of the circuit breaker of a lookup',
    'lookup',
    'state',
  );
  readonly status = this.#gauge(
    'status',
    '1 for the state of a lookup on the public status',
    'lookup',
    'state',
  );
  readonly sourceConnections = this.#gauge('source_connections', 'Open connections', 'lookup');
  readonly sourceQueue = this.#gauge('source_queue', 'Calls that wait for a connection', 'lookup');
  readonly limiter = this.#gauge('limits_state', '1 for the place of the limits', 'state');
  readonly refused = this.#counter(
    'requests_refused_total',
    'Page requests and connections that the front process refused',
    'reason',
  );
  readonly sockets = this.#gauge('front_connections', 'Open connections of clients');
  readonly pagesState = this.#gauge('pages_state', '1 for the state of the pages process', 'state');
  readonly pagesExits = this.#counter('pages_exits_total', 'Unplanned ends of the pages process');
  readonly draining = this.#gauge('draining', '1 from the signal to stop until the end');

  readonly database = this.#gauge('database_state', '1 for the state of the database', 'state');
  readonly pool = this.#gauge('database_pool_size', 'Connections that an instance may open');
  readonly sessions = this.#gauge(
    'database_sessions',
    'Sessions of all instances at the database',
    'application',
    'state',
  );
  readonly consoleSessions = this.#gauge(
    'console_sessions',
    'Live sessions of staff and of people of integrations',
    'kind',
  );
  readonly connections = this.#gauge(
    'database_connections',
    'Connections of everybody to the server',
  );
  readonly maxSessions = this.#gauge(
    'database_sessions_limit',
    'Connections that the server admits to roles without privileges',
  );
  readonly archiveFailing = this.#gauge(
    'database_archive_failing',
    '1 while the newest attempt of the server to archive its log has failed',
  );
  readonly replicationLag = this.#gauge(
    'database_replication_lag_bytes',
    'Log that the server keeps for the replication slot that is furthest behind',
  );
  readonly clockOffset = this.#gauge(
    'clock_offset_seconds',
    "The database's clock less this process's",
  );
  readonly certificates = this.#gauge(
    'certificate_expiry_timestamp_seconds',
    'When the newest verified certificate of a server ends',
    'server',
  );
  readonly holds = this.#gauge('holds', 'Queries under way on all instances');
  readonly oldestHold = this.#gauge('oldest_hold_age_seconds', 'Age of the oldest hold');
  readonly undelivered = this.#gauge(
    'undelivered_answers',
    'Queries answered with 500 whose settlement is unknown or whose charge is to be returned',
  );
  readonly oldestUndelivered = this.#gauge(
    'oldest_undelivered_answer_age_seconds',
    'Age of the oldest undelivered answer',
  );
  readonly ledgerProblems = this.#gauge('ledger_problems', 'Invariants of the ledger found broken');
  readonly auditProblems = this.#gauge('audit_problems', 'Rows of the audit log found broken');
  readonly notices = this.#counter('notices_total', 'Notices made, by type', 'type');
  readonly noticeTargets = this.#gauge(
    'notice_targets',
    'Where notices are sent, by state',
    'channel',
    'state',
  );
  readonly oldestNotice = this.#gauge(
    'notice_oldest_due_age_seconds',
    'How long the oldest notice waits that may be sent',
  );
  readonly tasks = taskMetrics(this.registry);
  readonly proofs = this.#counter('proofs_total', 'Answers with a signed proof');
  readonly proofFailures = this.#counter(
    'proof_failures_total',
    'Answers that could not be signed',
  );
  readonly partitionsAhead = this.#gauge(
    'partitions_ahead',
    'Months after this one whose partition of query records exists',
  );

  /** Runs before the metrics are read. A failure leaves its gauges as they are. */
  onRead(update: () => void | Promise<void>): void {
    this.#readers.push(update);
  }

  constructor() {
    this.onRead(() => {
      for (const [server, endsAt] of certificateEnds()) this.certificates.set({ server }, endsAt);
    });
  }

  async read(): Promise<MetricsJson> {
    await Promise.allSettled(this.#readers.map(async (update) => update()));
    return this.registry.getMetricsAsJSON();
  }

  #counter<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Counter<Label>({ ...this.#options(name, help), labelNames });
  }

  #gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Gauge<Label>({ ...this.#options(name, help), labelNames });
  }

  #histogram<Label extends string>(name: string, help: string, buckets: number[], label: Label) {
    return new Histogram<Label>({ ...this.#options(name, help), buckets, labelNames: [label] });
  }

  #seconds<Label extends string>(name: string, help: string, label: Label) {
    return this.#histogram(`${name}_seconds`, help, SECONDS, label);
  }

  #options(name: string, help: string) {
    return { name: `pasarela_${name}`, help, registers: [this.registry] };
  }
}

/** Metrics of the background tasks of one process. */
export type TaskMetrics = ReturnType<typeof taskMetrics>;

function taskMetrics(registry: Registry) {
  const registers = [registry];
  return {
    success: new Gauge({
      name: 'pasarela_task_last_success_timestamp_seconds',
      help: 'When a background task last succeeded',
      labelNames: ['task'],
      registers,
    }),
    period: new Gauge({
      name: 'pasarela_task_period_seconds',
      help: 'How often a background task runs, on each instance, on one or beside pages',
      labelNames: ['task', 'runs_on'],
      registers,
    }),
    failures: new Counter({
      name: 'pasarela_task_failures_total',
      help: 'Failed runs of a task',
      labelNames: ['task'],
      registers,
    }),
  };
}

interface StateGauge {
  set(labels: Readonly<Record<string, string>>, value: number): void;
}

/** Sets a gauge to 1 for the present state and to 0 for the others. */
export function setState<State extends string>(
  gauge: StateGauge,
  states: readonly State[],
  present: State,
  labels: Readonly<Record<string, string>> = {},
): void {
  for (const state of states) gauge.set({ ...labels, state }, Number(state === present));
}

/**
 * Measures a process as a whole: event loop, memory, processor time, collections; and what only the
 * pages process does.
 */
export class ProcessMetrics {
  readonly #registry = new Registry();
  readonly tasks = taskMetrics(this.#registry);
  readonly noticeDeliveries = new Counter({
    name: 'pasarela_notice_deliveries_total',
    help: 'Attempts to deliver notices',
    labelNames: ['channel', 'result'],
    registers: [this.#registry],
  });

  constructor(process: 'front' | 'pages') {
    const registers = [this.#registry];
    this.#registry.setDefaultLabels({ process });
    collectDefaultMetrics({ register: this.#registry });
    new Counter({
      name: 'pasarela_log_lines_dropped_total',
      help: 'Lines that the log could not write because nobody read it',
      registers,
      collect() {
        this.reset();
        this.inc(standardOutput().dropped);
      },
    });
    // prom-client would leave the start times out where it joins processes.
    for (const metric of this.#registry.getMetricsAsArray()) {
      Object.assign(metric, { aggregator: 'sum' });
    }
  }

  read(): Promise<MetricsJson> {
    return this.#registry.getMetricsAsJSON();
  }
}

/** Writes metrics of several registries and processes in the text format of Prometheus. */
export function metricsText(parts: readonly MetricsJson[]): Promise<string> {
  return AggregatorRegistry.aggregate([...parts]).metrics();
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
