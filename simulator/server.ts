import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ordinaryAnswer, rejection } from './answers';
import { CallLog } from './calls';
import { type Controlled, control } from './control';
import { type Exchange, later, play, REDIRECTED_PATH, sendAnswer } from './effects';
import { FaultBook } from './faults';
import { Gate } from './gate';
import { INFILE_ACCOUNT, INFILE_PATH, Infile } from './infile';
import { startMailCatcher } from './mail';
import { readRequest } from './requests';
import { reservedBehaviour } from './reserved';
import { WEBHOOK_PATH, Webhooks } from './webhooks';
import { wellKnown } from './well-known';
import { isCatalog, isLookup, LOOKUPS, type Lookup, lookups } from './wire';

/** Expected value of the credentials header, by source. */
export interface SourceTokens {
  renap: string;
  rtu: string;
  catalogos: string;
}

/** Fixed, so that a gateway in development needs no setting at all. */
export const DEFAULT_TOKENS: SourceTokens = {
  renap: 'simulator-renap',
  rtu: 'simulator-rtu',
  catalogos: 'simulator-catalogos',
};

/** A running simulator. The URLs are the sources' base URLs. */
export interface Simulator {
  url: string;
  port: number;
  renapUrl: string;
  rtuUrl: string;
  catalogosUrl: string;
  /** Receives webhooks. */
  webhookUrl: string;
  /** What both received. */
  noticesUrl: string;
  /** Receives e-mail. */
  smtpUrl: string;
  tokens: SourceTokens;
  /** What a gateway needs in its environment to ask here. */
  variables: Readonly<Record<string, string>>;
  /** Ends every connection, hanging ones too; may be called more than once. */
  close(): Promise<void>;
}

/** Returns the variables of a gateway whose sources are at `url`. */
export function variablesAt(url: string) {
  return {
    RENAP_URL: `${url}/renap`,
    RENAP_TOKEN: DEFAULT_TOKENS.renap,
    RTU_URL: `${url}/rtu`,
    RTU_TOKEN: DEFAULT_TOKENS.rtu,
    CATALOGOS_URL: `${url}/catalogos`,
    CATALOGOS_TOKEN: DEFAULT_TOKENS.catalogos,
    INFILE_NIT_URL: `${url}${INFILE_PATH}`,
    INFILE_NIT_CODE: INFILE_ACCOUNT.code,
    INFILE_NIT_KEY: INFILE_ACCOUNT.key,
    INFILE_CUI_URL: `${url}${INFILE_PATH}`,
    INFILE_CUI_PREFIX: INFILE_ACCOUNT.code,
    INFILE_CUI_KEY: INFILE_ACCOUNT.key,
  };
}

const lookupsByPath = new Map<string | undefined, Lookup>(
  LOOKUPS.map((lookup) => [lookups[lookup].path, lookup]),
);

/** Longer than any client keeps a connection, so that none is closed under a request. */
const KEEP_ALIVE_MS = 120_000;
const MAX_REQUEST_BYTES = 1024 * 1024;

function hasCredentials(lookup: Lookup, { headers }: IncomingMessage): boolean {
  if (isCatalog(lookup)) return headers['x-api-key'] === DEFAULT_TOKENS.catalogos;
  return headers.authorization === `Bearer ${DEFAULT_TOKENS[lookup]}`;
}

function readText(request: IncomingMessage, response: ServerResponse, use: (text: string) => void) {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  request.on('data', (chunk: Buffer) => {
    byteLength += chunk.length;
    if (byteLength <= MAX_REQUEST_BYTES) chunks.push(chunk);
  });
  request.on('end', () => {
    if (byteLength > MAX_REQUEST_BYTES) {
      sendAnswer(response, { status: 413, body: '{"mensaje":"Solicitud demasiado grande."}' });
      return;
    }
    const [first] = chunks;
    const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    use(whole.toString('utf8'));
  });
}

/** Credentials first, then an ordered fault, then what the identifiers ask for. */
function answerLookup(
  lookup: Lookup,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  { calls, faults, gate }: Controlled,
): void {
  const call = calls.begin(lookup, request, text, response);
  if (!hasCredentials(lookup, request)) {
    sendAnswer(response, rejection(lookup, 401, 'Credenciales inválidas.'));
    return;
  }
  const read = readRequest(lookup, text);
  const ordinary = () => ordinaryAnswer(lookup, read);
  const exchange: Exchange = { lookup, request: read.request, response, call, ordinary };
  const goOn = () => {
    const behaviour = reservedBehaviour(lookup, read.request);
    if (behaviour === undefined) sendAnswer(response, ordinary());
    else play(behaviour, exchange);
  };
  const fault = faults.next(lookup);
  if (fault === undefined) {
    goOn();
    return;
  }
  const { behaviour } = fault;
  const fail = () => {
    if (behaviour === 'delay') goOn();
    else if (behaviour === 'gate') gate.hold(response, goOn);
    else play(behaviour, exchange);
  };
  if (fault.delayMs > 0) later(response, fault.delayMs, fail);
  else fail();
}

function answerRedirected(path: string, response: ServerResponse, calls: CallLog): void {
  const lookup = path.slice(REDIRECTED_PATH.length);
  if (!isLookup(lookup)) {
    sendNotFound(response);
    return;
  }
  calls.redirectFollowed();
  const { nit, cui } = wellKnown.individual;
  const one = { nit, cui: undefined, nits: [nit], fresh: false, dateOfBirth: undefined };
  const request = lookup === 'renap' ? { ...one, cui } : one;
  sendAnswer(response, ordinaryAnswer(lookup, { request, problem: undefined }));
}

function sendNotFound(response: ServerResponse): void {
  sendAnswer(response, { status: 404, body: '{"mensaje":"Ruta desconocida."}' });
}

function route(request: IncomingMessage, response: ServerResponse, controlled: Controlled): void {
  const { url = '/', method } = request;
  const lookup = lookupsByPath.get(url);
  readText(request, response, (text) => {
    if (lookup !== undefined && method === 'POST') {
      answerLookup(lookup, request, response, text, controlled);
    } else if (lookup !== undefined) {
      response.setHeader('allow', 'POST');
      sendAnswer(response, { status: 405, body: '{"mensaje":"Use POST."}' });
    } else if (url.startsWith(INFILE_PATH)) {
      controlled.infile.answer(request, response, text, controlled);
    } else if (url.startsWith('/_control/')) {
      control(request, response, text, controlled);
    } else if (url.startsWith(WEBHOOK_PATH)) {
      controlled.webhooks.answer(request, response, text);
    } else if (url.startsWith(REDIRECTED_PATH)) {
      answerRedirected(url, response, controlled.calls);
    } else {
      sendNotFound(response);
    }
  });
}

/** Listens on this machine alone: the control endpoint has no credentials. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/**
 * Starts the sources on one port, any free one by default. Rejects with the listening error
 * (`EADDRINUSE` when the port is taken). Each simulator has its own calls, faults and gate.
 */
export async function startSimulator(wanted = 0): Promise<Simulator> {
  const calls = new CallLog();
  const gate = new Gate(() => calls.notify());
  const mail = await startMailCatcher();
  const webhooks = new Webhooks();
  const controlled: Controlled = {
    calls,
    gate,
    faults: new FaultBook(),
    infile: new Infile(),
    mail,
    webhooks,
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
    route(request, response, controlled),
  );
  const port = await listen(server, wanted);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    renapUrl: `${url}/renap`,
    rtuUrl: `${url}/rtu`,
    catalogosUrl: `${url}/catalogos`,
    webhookUrl: `${url}${WEBHOOK_PATH}ok`,
    noticesUrl: `${url}/_control/notices`,
    smtpUrl: mail.url,
    tokens: DEFAULT_TOKENS,
    variables: variablesAt(url),
    close: async () => {
      await mail.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
