import { createServer, type Server } from 'node:http';
import type { Sql } from '@/db/client';
import { schemaState } from '@/db/migrations';
import { BUILD, VERSION } from '@/lib/base/env/version';
import { METRICS_TYPE } from '@/lib/base/telemetry/metrics';
import { within } from '@/lib/base/time/deadline';
import type { Health } from '@/lib/gateway/health';

const SCHEMA_TIMEOUT_MS = 2_000;
/** Probes and scrapers need few connections. */
const MAX_CONNECTIONS = 32;

/**
 * Phase of the process. `draining` begins with SIGTERM: probes say so at once, so that a load
 * balancer sends no more requests before the port closes.
 */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'draining';
}

/** Parts that exist once the process serves. */
export interface Serving {
  readonly deploymentId: string;
  readonly sql: Sql;
  readonly health: () => Promise<Health>;
  /** Origins of the sources that the lookups cannot reach. Absent where no lookups are served. */
  readonly unreachable?: (() => Promise<readonly string[]>) | undefined;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
}

interface Answer {
  readonly status: number;
  /** Sent as JSON, unless it is text. */
  readonly body: unknown;
}

/**
 * Answers probes on a listener of its own, from the beginning of a start. It must not be reachable
 * from outside, so it has neither credentials nor limits.
 */
export class OpsServer {
  readonly server: Server;
  readonly #lifecycle: Lifecycle;
  readonly #startedAt = new Date();
  #serving: Serving | undefined;

  constructor(lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle;
    const routes: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
      '/livez': () => ({ status: 200, body: { live: true } }),
      '/startupz': () => this.#startup(),
      '/readyz': () => this.#readiness(),
      '/metrics': () => this.#metrics(),
      '/version': () => ({ status: 200, body: this.#version() }),
    };
    this.server = createServer(async (request, response) => {
      const route = routes[request.url?.split('?', 1)[0] ?? ''];
      const answer = (await route?.()) ?? { status: 404, body: { paths: Object.keys(routes) } };
      const isText = typeof answer.body === 'string';
      response.writeHead(answer.status, {
        'content-type': isText ? METRICS_TYPE : 'application/json',
        'cache-control': 'no-store',
      });
      const body = isText ? answer.body : JSON.stringify(answer.body);
      response.end(request.method === 'HEAD' ? undefined : body);
    });
    this.server.maxConnections = MAX_CONNECTIONS;
    this.server.unref();
  }

  /** Marks the process as serving. From now on it is ready while its database and sources are. */
  serve(serving: Serving): void {
    this.#serving = serving;
    this.#lifecycle.phase = 'serving';
  }

  #startup(): Answer {
    const started = this.#serving !== undefined;
    return { status: started ? 200 : 503, body: { started } };
  }

  /** A newer schema counts as ready, because the next version is being rolled out. */
  async #readiness(): Promise<Answer> {
    const { phase } = this.#lifecycle;
    if (this.#serving === undefined || phase === 'draining') {
      return { status: 503, body: { ready: false, phase } };
    }
    const { sql, health, unreachable } = this.#serving;
    const checks = Promise.all([health(), schemaOf(sql), unreachable?.() ?? []]);
    const [{ status, database, pages }, schema, cutOff] = await checks;
    const reaching = cutOff.length === 0;
    const ready = status === 'ok' && schema !== 'older' && schema !== 'unknown' && reaching;
    const sources = reaching ? undefined : cutOff;
    return { status: ready ? 200 : 503, body: { ready, phase, database, schema, pages, sources } };
  }

  async #metrics(): Promise<Answer> {
    if (this.#serving === undefined) return { status: 503, body: { started: false } };
    return { status: 200, body: await this.#serving.metrics() };
  }

  #version(): object {
    return {
      service: 'pasarela',
      version: VERSION,
      build: BUILD,
      node: process.version,
      startedAt: this.#startedAt,
      deploymentId: this.#serving?.deploymentId,
    };
  }
}

async function schemaOf(sql: Sql) {
  const reading = within(performance.now() + SCHEMA_TIMEOUT_MS, schemaState(sql));
  return reading.catch(() => 'unknown' as const);
}
