import { createHash, timingSafeEqual } from 'node:crypto';
import postgres from 'postgres';
import { Agent, request } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { PEERS, type Settlement, storeOf } from './peer-store';

/**
 * What the gateway is compared with: `POST /catalogos/cui-nit` with the same checks in the same order
 * and the same durable money, as somebody would write it in Express or in Fastify. Neither seals
 * identifiers, logs, measures, traces, caps or explains.
 */

const env = z
  .object({
    PEER: z.enum(PEERS),
    PORT: z.coerce.number(),
    DATABASE_URL: z.string(),
    POOL_SIZE: z.coerce.number(),
    CATALOGOS_URL: z.string(),
    CATALOGOS_TOKEN: z.string(),
  })
  .parse(process.env);

const SOURCE_TIMEOUT_MS = 28_000;
const sql = postgres(env.DATABASE_URL, { max: env.POOL_SIZE, onnotice: () => {} });
const store = await storeOf(env.PEER, sql);
const source = new Agent({ connections: 256, headersTimeout: 0, bodyTimeout: 0 });

const query = z.object({
  nit: z.string().optional(),
  cui: z.string().optional(),
  actualizado: z.boolean().default(false),
});
type Query = z.output<typeof query>;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const answer = z.object({
  fecha_consulta: text,
  datos: z.object({ cui: text, nit: text, nombre: text, tipo_persona: text }),
});

/** Asks the source. Returns undefined when it gave no answer in time. */
async function ask(asked: Query) {
  try {
    const { statusCode, body } = await request(`${env.CATALOGOS_URL}/cui-nit`, {
      dispatcher: source,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': env.CATALOGOS_TOKEN },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(SOURCE_TIMEOUT_MS),
    });
    const json = await body.json();
    if (statusCode !== 200) return undefined;
    const { datos, fecha_consulta } = answer.parse(json);
    const { tipo_persona, ...data } = datos;
    const tipoPersona = tipo_persona?.toLowerCase() ?? null;
    return { ...data, tipoPersona, fechaConsulta: fecha_consulta };
  } catch {
    return undefined;
  }
}

const WINDOW_MS = 60_000;
const counters = new Map<string, { startedAt: number; count: number }>();

function isOver(key: string, limit: number): boolean {
  const now = Date.now();
  const known = counters.get(key);
  const counter = known && now - known.startedAt < WINDOW_MS ? known : { startedAt: now, count: 0 };
  counters.set(key, counter);
  counter.count += 1;
  return counter.count > limit;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
type Answer = readonly [status: number, body: object];
const refuse = (status: number, message: string): Answer => [status, { message }];

async function lookup(headers: Headers, address: string, body: unknown): Promise<Answer> {
  if (isOver(address, Number.MAX_SAFE_INTEGER)) return refuse(429, 'Too many requests.');
  const { 'x-integracion-login': login, 'x-integracion-token': token } = headers;
  if (!login && !token) return refuse(403, 'Se requieren credenciales de integracion.');
  const integration = await store.find(String(login).toLowerCase());
  const digest = createHash('sha256').update(String(token)).digest();
  if (!integration || !timingSafeEqual(digest, integration.digest)) {
    return refuse(401, 'Integración no encontrada con estas credenciales.');
  }
  if (!integration.enabled) return refuse(403, 'Esta consulta no esta habilitada.');
  if (isOver(String(integration.id), Number.MAX_SAFE_INTEGER)) return refuse(429, 'Demasiadas.');
  const parsed = query.safeParse(body ?? {});
  if (!parsed.success || !(parsed.data.nit?.trim() || parsed.data.cui?.trim())) {
    return refuse(400, 'Envia un NIT o un CUI para consultar.');
  }
  const queryId = uuidv7();
  if (!(await store.reserve({ queryId, integrationId: integration.id }))) {
    return refuse(402, 'Tu integracion no tiene saldo disponible.');
  }
  const askedAt = performance.now();
  const data = await ask(parsed.data);
  const settlement: Settlement = {
    queryId,
    status: data === undefined ? 502 : 200,
    durationMs: Math.round(performance.now() - askedAt),
    identifier: parsed.data.nit ?? parsed.data.cui ?? '',
  };
  if ((await store.settle(settlement)) && data !== undefined) return [200, { data }];
  return refuse(502, 'El servicio de consultas no esta disponible en este momento.');
}

const PATH = '/catalogos/cui-nit';

async function startExpress(): Promise<void> {
  const { default: express } = await import('express');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.post(PATH, express.json(), async (asked, response) => {
    const [status, body] = await lookup(asked.headers, asked.ip ?? '', asked.body);
    response.status(status).json(body);
  });
  app.listen(env.PORT, '127.0.0.1').keepAliveTimeout = 75_000;
}

async function startFastify(): Promise<void> {
  const { default: fastify } = await import('fastify');
  const app = fastify();
  app.post(PATH, async (asked, reply) => {
    const [status, body] = await lookup(asked.headers, asked.ip, asked.body);
    reply.code(status);
    return body;
  });
  await app.listen({ port: env.PORT, host: '127.0.0.1' });
}

await (env.PEER === 'express' ? startExpress() : startFastify());
process.once('SIGTERM', () => process.exit());
