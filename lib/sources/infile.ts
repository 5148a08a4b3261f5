import type { Dispatcher } from 'undici';
import type { Credentials } from '@/lib/base/env/source-settings';
import { within } from '@/lib/base/time/deadline';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import { failureFrom, type SourceFailure } from '@/lib/contract/ending';
import { cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import type { RenapRequest } from '@/lib/contract/lookups/renap';
import type { RtuRequest } from '@/lib/contract/lookups/rtu';
import { type Answer, type Failed, failed } from './answer';
import { contentOf } from './content';
import { type Adapter, bearer, oneCall } from './definition';
import { batchAnswer, writeEnvelope } from './envelope';
import { type ExchangeLimits, exchange, type Received } from './exchange';
import { normaliserOf } from './normalise';
import { memberText } from './raw-json';
import { success, text } from './read';
import { fieldsNamed } from './shape';

/**
 * INFILE, a certifier of invoices, as the public code of integrators uses it. Not proven against the
 * live service: the words by which it reports a failure are guesses until answers are recorded.
 */

/** Failures that the certifier reports in words, also with status 200. */
const WORDS: readonly (readonly [RegExp, SourceFailure])[] = [
  [/l[ií]mite|m[aá]xim|excedid/i, 'source_limited'],
  [
    /credencial|clave|llave|emisor|token|sesi[oó]n|autoriz|autentic/i,
    'source_rejected_credentials',
  ],
];

type Read = Extract<Received, { kind: 'json' }> | Failed<SourceFailure>;

function objectIn(received: Received): Read {
  const { status } = received;
  if (status >= 300) return failed(failureFrom('catalogos', status), `status ${status}`);
  return received.kind === 'json' ? received : failed('source_unavailable', 'not a JSON object');
}

/** Reads why nothing was found: the certifier has no record unless its words say otherwise. */
function failureIn(words: unknown, otherwise: SourceFailure = 'source_not_found') {
  const said = text(words) ?? '';
  const [, failure = otherwise] = WORDS.find(([pattern]) => pattern.test(said)) ?? [];
  return failed(failure, 'marked as failed');
}

function plain(identifier: string): string {
  return identifier.replace(/[\s-]/g, '').toUpperCase();
}

const byNit = {
  address: ({ url }: Credentials<'infileNit'>) => ({ url: `${url}/rest/action`, credentials: {} }),
  payload: (nit: string, { code, key }: Credentials<'infileNit'>) => ({
    emisor_codigo: code,
    emisor_clave: key,
    nit_consulta: plain(nit),
  }),
};

const TAXPAYER = fieldsNamed('nit', 'nombre', 'mensaje');

/** Reads the answer about one NIT. A taxpayer has a name. */
function readTaxpayer(received: Received): Read {
  const read = objectIn(received);
  if (read.kind === 'failed') return read;
  const { nombre, mensaje } = read.body;
  const unreadable: string[] = [];
  if (text(nombre, () => unreadable.push('nombre')) !== null) return read;
  const failure = failureIn(mensaje);
  return unreadable.length > 0 ? { ...failure, unreadable } : failure;
}

const normalise = normaliserOf(cuiNitResultado);

interface Identified {
  readonly nit?: string | undefined;
}

/** Knows NITs alone, and reports no type of person and no date. */
export const infileCuiNit = oneCall<Identified, 'infileNit'>({
  answers: ({ nit }) => nit !== undefined,
  address: byNit.address,
  payload: ({ nit = '' }, account) => byNit.payload(nit, account),
  read(received) {
    const read = readTaxpayer(received);
    if (read.kind === 'failed') return read;
    const { nit, nombre } = read.body;
    const unreadable: string[] = [];
    const record = normalise({ nit, nombre }, (field = '') => unreadable.push(field));
    const word = contentOf(record, [record.nit, record.nombre], unreadable.length);
    const ending = { word, status: 200, unreadable };
    const content = { records: [read.body], fields: TAXPAYER };
    return { kind: 'answered', ending, body: JSON.stringify({ data: record }), content };
  },
});

/** Calls of one batch that are under way at the same time. */
const AT_ONCE = 4;

/** Asks for each NIT with a call of its own. One that fails is the failure of the batch. */
export const infileRtu: Adapter<RtuRequest, 'infileNit'> = {
  open: (account) => ({
    async ask(pool, request, limits) {
      const address = byNit.address(account);
      const waiting = request.nits.entries();
      const received: Received[] = [];
      const failures: Failed<SourceFailure | 'client_gone'>[] = [];
      const work = async () => {
        for (const [place, nit] of waiting) {
          const result = await exchange(pool, address, byNit.payload(nit, account), limits);
          const read = result.kind === 'failed' ? result : readTaxpayer(result);
          if (read.kind === 'failed' && read.failure !== 'source_not_found') failures.push(read);
          else if (result.kind !== 'failed') received[place] = result;
          if (failures.length > 0) return;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const [failure] = failures;
      return failure ?? readBatch(received);
    },
  }),
  read: (received) => readBatch([received]),
};

function readBatch(received: readonly Received[]): Answer {
  const texts: string[] = [];
  const records: JsonObject[] = [];
  for (const one of received) {
    const read = readTaxpayer(one);
    if (read.kind === 'json') {
      texts.push(read.text);
      records.push(read.body);
    } else if (read.failure !== 'source_not_found') return read;
  }
  const content = { records, fields: TAXPAYER };
  return batchAnswer(`[${texts.join(',')}]`, texts.length, received.length, content);
}

const PERSON = fieldsNamed('cui', 'nombre', 'fallecido');

/** Reads the answer about one CUI. A person without a record is a 404, as at the registry. */
function readPerson(received: Received): Answer {
  const read = objectIn(received);
  if (read.kind === 'failed' && read.failure !== 'source_not_found') return read;
  const body = read.kind === 'failed' ? {} : read.body;
  const message = text(body.descripcion) ?? '';
  if (read.kind === 'json' && success(body.resultado) && (body.cui ?? null) !== null) {
    const data = memberText(read.text, 'cui') ?? 'null';
    const written = writeEnvelope({ success: true, message, responseCode: 200 }, data);
    const ending = { word: 'found', status: 200, unreadable: [] } as const;
    const content = isJsonObject(body.cui) && { records: [body.cui], fields: PERSON };
    return { kind: 'answered', ending, body: written, ...(content && { content }) };
  }
  const failure = failureIn(message);
  if (failure.failure !== 'source_not_found') return failure;
  const written = writeEnvelope({ success: false, message, responseCode: 404 }, 'null');
  const ending = { word: 'passed_on', status: 404, unreadable: [] } as const;
  return { kind: 'answered', ending, body: written };
}

const LOGINS_PER_DAY = 50;
const LOGIN_TIMEOUT_MS = 10_000;
/** Shorter than the two hours of a token. */
const TOKEN_MS = 110 * MINUTE_MS;
/** A rejected login is not repeated sooner, because a day has few logins. */
const REJECTED_MS = HOUR_MS / 2;

/** A login serves every query that waits for it, so no client ends it. */
const nobody = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };

/** The token that all queries share. */
class Session {
  readonly #account: Credentials<'infileCui'>;
  #login: Promise<string | Failed<SourceFailure | 'client_gone'>> | undefined;
  #token: string | undefined;
  #until = 0;
  #loginTimes: number[] = [];

  constructor(account: Credentials<'infileCui'>) {
    this.#account = account;
  }

  /** Returns the token, of a new login when there is none or `refused` is the present one. */
  async token(pool: Dispatcher, { deadlineAt, requestId }: ExchangeLimits, refused?: string) {
    const isOver = performance.now() >= this.#until;
    if (this.#login === undefined || isOver || (refused && this.#token === refused)) {
      this.#until = Number.POSITIVE_INFINITY;
      this.#token = undefined;
      this.#login = this.#logIn(pool, requestId);
    }
    return within(deadlineAt, this.#login).catch(() => ({
      ...failed('source_unavailable', 'deadline'),
      unreachable: true as const,
    }));
  }

  async #logIn(pool: Dispatcher, requestId: string) {
    const now = performance.now();
    this.#loginTimes = this.#loginTimes.filter((at) => at > now - DAY_MS);
    if (this.#loginTimes.length >= LOGINS_PER_DAY) return this.#keep(failed('source_limited'), 0);
    const { url, prefix, key } = this.#account;
    const address = { url: `${url}${EXTERNAL}/login`, format: 'form', credentials: {} } as const;
    const limits = { deadlineAt: now + LOGIN_TIMEOUT_MS, signal: nobody, requestId };
    const result = await exchange(pool, address, { prefijo: prefix, llave: key }, limits);
    if (result.kind === 'failed') return this.#keep(result, 0);
    this.#loginTimes.push(now);
    const read = objectIn(result);
    if (read.kind === 'failed') return this.#keep(read, REJECTED_MS);
    const { resultado, token, descripcion } = read.body;
    if (success(resultado) && typeof token === 'string') return this.#keep(token, TOKEN_MS);
    return this.#keep(failureIn(descripcion, 'source_rejected_credentials'), REJECTED_MS);
  }

  #keep<Result>(result: Result, forMs: number): Result {
    if (typeof result === 'string') this.#token = result;
    this.#until = performance.now() + forMs;
    return result;
  }
}

const EXTERNAL = '/api/v2/servicios/externos';

export const infileRenap: Adapter<RenapRequest, 'infileCui'> = {
  open(account) {
    const session = new Session(account);
    const url = `${account.url}${EXTERNAL}/cui`;
    return {
      async ask(pool, { cui }, limits) {
        let refused: string | undefined;
        for (;;) {
          const token = await session.token(pool, limits, refused);
          if (typeof token !== 'string') return token;
          const address = { url, format: 'form', credentials: bearer(token) } as const;
          const result = await exchange(pool, address, { cui: plain(cui) }, limits);
          if (result.kind === 'failed') return result;
          const answer = readPerson(result);
          if (!isRejected(answer) || refused !== undefined) return answer;
          refused = token;
        }
      },
    };
  },
  read: readPerson,
};

function isRejected(answer: Answer): boolean {
  return answer.kind === 'failed' && answer.failure === 'source_rejected_credentials';
}
