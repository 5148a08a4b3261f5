import { connectSql, type Sql } from '@/db/client';
import { rememberDeploymentId } from '@/db/deployment';
import { logTaskFailure } from '@/db/task-failure';
import { type Env, readEnv } from '@/lib/base/env/env';
import { ProcessWide } from '@/lib/base/process/process-wide';
import { createLogger, type Logger } from '@/lib/base/telemetry/log';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { sharedTracing, type Tracing } from '@/lib/base/telemetry/tracing';
import { recordOf } from '@/lib/base/values/record';
import { createReserve, type Reserve } from '@/lib/billing/reserve';
import { createSettle, type Settle } from '@/lib/billing/settle';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { Switches } from '@/lib/incidents/switched-off';
import { type Authenticator, createAuthenticator } from '@/lib/integrations/authenticate';
import { issuerOf, proofSigner } from '@/lib/keys/proof';
import { createLimits, type Limits } from '@/lib/limits/limits';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { RefusalCounter } from '@/lib/recording/refusals';
import { Channel } from '@/lib/sources/channel';
import type { CircuitState } from '@/lib/sources/circuit-breaker';
import { openSource, type Source } from '@/lib/sources/definition';
import { definitions } from '@/lib/sources/definitions';
import { SourceShapes } from '@/lib/sources/shapes';
import { HotWrites } from './hot-writes';
import { Load } from './load';
import { startSeries, watchBatch, watchGateway } from './measure';
import { Sample } from './sample';
import { AddressLimitKeys } from './trusted-networks';

type Channels = Readonly<Record<Lookup, Channel>>;
type Sources = Readonly<Record<Lookup, Source>>;

/** Resources that outlive a single request: pools, batches and counters. */
export interface Gateway {
  readonly env: Env;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined unless traces are exported. */
  readonly tracing: Tracing | undefined;
  /** Chooses the answers that are logged. */
  readonly sample: Sample;
  readonly sql: Sql;
  readonly sources: Sources;
  readonly channels: Channels;
  readonly limits: Limits;
  readonly addressLimitKeys: AddressLimitKeys;
  readonly load: Load;
  /** The lookups that are switched off, as read a few seconds ago. */
  readonly switches: Switches;
  readonly vault: IdentifierVault;
  /** Absent without `PROOF_KEY`. */
  readonly signProof: ReturnType<typeof proofSigner> | undefined;
  readonly refusals: RefusalCounter;
  readonly shapes: SourceShapes;
  readonly authenticator: Authenticator;
  /** How the newest reservations and settlements ended. */
  readonly writes: HotWrites;
  readonly reserve: Reserve;
  readonly settle: Settle;
  readonly close: () => Promise<void>;
}

const shared = new ProcessWide<Gateway>('gateway');

/**
 * Returns the process's gateway, which all bundles share. The first call opens it. Its tasks are
 * started by the process's root.
 */
export function sharedGateway(): Gateway {
  const open = shared.get() ?? openGateway(readEnv(process.env));
  shared.set(open);
  return open;
}

/** Opens a gateway that shares no connection and no counter with another. */
export function openGateway(env: Env, log: Logger = createLogger()): Gateway {
  const metrics = new Metrics();
  const tracing = sharedTracing.get();
  const watch = (batch: string) => watchBatch(metrics, tracing, batch);
  const sql = connectSql(env.databaseUrl);
  const sources = recordOf(LOOKUPS, (lookup) => openSource(definitions[lookup], env));
  const channels = openChannels(env, sources, log);
  const limits = createLimits(env, log, rememberDeploymentId(sql));
  const load = new Load();
  const writes = new HotWrites();
  const settle = writes.watched(createSettle(sql, { watch: watch('settle') }));
  const refusals = new RefusalCounter();
  const shapes = new SourceShapes();
  const authenticator = createAuthenticator(sql, watch('credentials'));
  const addressLimitKeys = new AddressLimitKeys({ ...env, sql, authenticator });
  const switches = new Switches(sql);
  startSeries(metrics);
  watchGateway(metrics, { channels, limits, switches, maxInFlight: env.sourceMaxInFlight });
  const close = async () => {
    limits.close();
    load.stop();
    await refusals.write(sql).catch((error: unknown) => logTaskFailure(log, 'write_counts', error));
    await shapes.write(sql).catch((error: unknown) => logTaskFailure(log, 'write_shapes', error));
    const closing = Object.values(channels).map((channel) => channel.close());
    await Promise.all([...closing, sql.end({ timeout: 5 })]);
  };
  return {
    env,
    log,
    metrics,
    tracing,
    sample: new Sample(env.logOneIn),
    sql,
    sources,
    channels,
    limits,
    addressLimitKeys,
    load,
    switches,
    vault: new IdentifierVault(env.identifierSecrets),
    signProof: signerOf(env),
    refusals,
    shapes,
    settle,
    authenticator,
    writes,
    reserve: writes.watched(createReserve(sql, settle, { watch: watch('reserve') })),
    close,
  };
}

function signerOf({ proofSecrets: [secret], port, publicUrl }: Env) {
  return secret === undefined ? undefined : proofSigner(secret, issuerOf({ port, publicUrl }));
}

function openChannels(env: Env, sources: Sources, log: Logger): Channels {
  return recordOf(LOOKUPS, (lookup) => {
    const onChange = (circuit: CircuitState) => log.warn({ event: 'circuit', lookup, circuit });
    return new Channel(sources[lookup].account, env.sourceMaxInFlight, onChange);
  });
}
