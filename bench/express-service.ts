import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Agent, request as ask } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { connectSql } from '@/db/client';
import { createLogger } from '@/lib/base/telemetry/log';
import { isJsonObject } from '@/lib/base/values/json';
import { type CatalogRequest, catalogRequest } from '@/lib/contract/lookups/catalog';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { normaliseCuiNit } from '@/lib/sources/cui-nit';
import { findCredentials, type LiveCredential, reserve, settle } from './express-billing';

/**
 * The comparator: `POST /catalogos/cui-nit` as a careful Express service does it, with the same
 * checks in the same order, the same durable money and the same answer. It may fail in fewer ways
 * than the gateway survives (it sweeps nothing and asks nobody twice), which only makes it faster.
 */

const env = z
  .object({
    PORT: z.coerce.number(),
    DATABASE_URL: z.string(),
    CATALOGOS_URL: z.string(),
    CATALOGOS_TOKEN: z.string(),
    POOL_SIZE: z.coerce.number(),
    LIMIT_GLOBAL: z.coerce.number(),
    LIMIT_CATALOGOS: z.coerce.number(),
  })
  .parse(process.env);

const SOURCE_TIMEOUT_MS = 28_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

const log = createLogger();
const sql = connectSql(env.DATABASE_URL, { max: env.POOL_SIZE });
const source = new Agent({
  connections: 256,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: MAX_ANSWER_BYTES,
});
const globalLimit = new FixedWindow(env.LIMIT_GLOBAL, 15 * 60_000);
const minuteLimit = new FixedWindow(env.LIMIT_CATALOGOS, 60_000);

interface Locals {
  startedAt: number;
  requestId: string;
  integration: LiveCredential;
  queryId?: string;
}

type LookupResponse = Response<unknown, Locals>;

function begin(request: Request, response: LookupResponse, next: NextFunction): void {
  response.locals.startedAt = performance.now();
  const sent = request.get('x-request-id');
  const requestId = sent !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(sent) ? sent : randomUUID();
  response.locals.requestId = requestId;
  response.set({ 'x-request-id': requestId, 'cache-control': 'no-store' });
  response.once('finish', () => logLine(response));
  next();
}

function limitAddress(request: Request, response: LookupResponse, next: NextFunction): void {
  if (globalLimit.spend(request.socket.remoteAddress ?? '').allowed) next();
  else response.status(429).type('text').send('Too many requests, please try again later.');
}

async function authenticate(request: Request, response: LookupResponse, next: NextFunction) {
  const login = request.get('x-integracion-login');
  const token = request.get('x-integracion-token');
  if (!login && !token) {
    refuse(response, 403, 'Se requieren credenciales de integracion.');
    return;
  }
  const digest = createHash('sha256')
    .update(token ?? '')
    .digest();
  const live = await findCredentials(sql, (login ?? '').toLowerCase());
  const integration = live.find((credential) => timingSafeEqual(credential.digest, digest));
  if (integration === undefined) {
    refuse(response, 401, 'Integración no encontrada con estas credenciales.');
    return;
  }
  response.locals.integration = integration;
  if (integration.is_cui_nit_enabled) next();
  else refuse(response, 403, 'Esta consulta no esta habilitada para tu integracion.');
}

function limitMinute(_request: Request, response: LookupResponse, next: NextFunction): void {
  const verdict = minuteLimit.spend(String(response.locals.integration.id));
  response.set({
    'ratelimit-policy': `"catalogos";q=${verdict.limit};w=60`,
    ratelimit: `"catalogos";r=${verdict.remaining};t=${Math.ceil(verdict.resetMs / 1000)}`,
  });
  if (verdict.allowed) next();
  else refuse(response, 429, 'Demasiadas consultas seguidas. Intenta en un minuto.');
}

async function lookup(request: Request, response: LookupResponse): Promise<void> {
  const parsed = catalogRequest.safeParse(request.body ?? {});
  if (!parsed.success) {
    refuse(response, 400, 'Los datos de la consulta no son validos.');
    return;
  }
  const { integration, requestId, startedAt } = response.locals;
  const queryId = uuidv7();
  response.locals.queryId = queryId;
  const { nit, cui } = parsed.data;
  const held = await reserve(sql, {
    queryId,
    integrationId: integration.id,
    credentialId: integration.credential_id,
    identifiers: { nit, cui },
    requestId,
  });
  if (!held) {
    refuse(response, 402, 'Tu integracion no tiene saldo disponible.');
    return;
  }
  const askedAt = performance.now();
  const answer = await askSource(parsed.data, requestId);
  const answeredAt = performance.now();
  const settled = await settle(sql, {
    queryId,
    status: answer === undefined ? 502 : 200,
    outcome: answer === undefined ? 'source_unavailable' : 'found',
    durationMs: Math.round(answeredAt - startedAt),
    sourceMs: Math.round(answeredAt - askedAt),
  });
  if (answer !== undefined && settled) response.json({ data: answer });
  else refuse(response, 502, 'El servicio de consultas no esta disponible en este momento.');
}

/** The answer in our words; `undefined` when the source gave none in time. */
async function askSource(query: CatalogRequest, requestId: string) {
  try {
    const { statusCode, body } = await ask(`${env.CATALOGOS_URL}/cui-nit`, {
      dispatcher: source,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-api-key': env.CATALOGOS_TOKEN,
        'x-request-id': requestId,
      },
      body: JSON.stringify(query),
      signal: AbortSignal.timeout(SOURCE_TIMEOUT_MS),
    });
    const answer = await body.json();
    if (statusCode !== 200 || !isJsonObject(answer) || answer.exito === false) return undefined;
    const datos = isJsonObject(answer.datos) ? answer.datos : {};
    return normaliseCuiNit({ ...datos, fecha_consulta: answer.fecha_consulta });
  } catch {
    return undefined;
  }
}

function refuse(response: LookupResponse, status: number, message: string): void {
  response.status(status).json({ message });
}

function logLine(response: LookupResponse): void {
  const { requestId, queryId, integration, startedAt } = response.locals;
  log.info({
    event: 'lookup',
    requestId,
    queryId,
    lookup: 'cui-nit',
    integration: integration?.nombre,
    status: response.statusCode,
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
  });
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.post(
  '/catalogos/cui-nit',
  begin,
  limitAddress,
  authenticate,
  limitMinute,
  express.json({ limit: '64kb', strict: true }),
  lookup,
);
app.use((error: unknown, _request: Request, response: LookupResponse, _next: NextFunction) => {
  log.error({ event: 'failure', err: error });
  if (response.headersSent) response.destroy();
  else refuse(response, 500, 'Algo salió mal');
});

const server = app.listen(env.PORT, '127.0.0.1');
server.keepAliveTimeout = 75_000;
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void Promise.all([sql.end({ timeout: 5 }), source.close()]);
});
