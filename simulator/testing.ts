import { Agent, request } from 'undici';
import { type Simulator, startSimulator } from './server';
import { isCatalog, type Lookup, lookups } from './wire';

type Method = 'GET' | 'POST' | 'DELETE';

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Bytes as they travelled: neither decompressed nor decoded. */
  bytes: Buffer;
  text: string;
}

function credentials(lookup: Lookup, { tokens }: Simulator): Record<string, string> {
  if (isCatalog(lookup)) return { 'x-api-key': tokens.catalogos };
  return { authorization: `Bearer ${lookup === 'renap' ? tokens.renap : tokens.rtu}` };
}

/** The body that asks `lookup` for one taxpayer. */
export function questionFor(lookup: Lookup, { nit, cui }: { nit: string; cui: string }): object {
  if (lookup === 'renap') return { cui };
  return lookup === 'rtu' ? { nits: [nit] } : { nit, actualizado: false };
}

/** A simulator of its own, with a client that neither follows redirects nor decompresses. */
export async function openBench() {
  const simulator = await startSimulator();
  const dispatcher = new Agent();
  const send = async (
    method: Method,
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await request(url, {
      method,
      dispatcher,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: text }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const { statusCode: status } = response;
    return { status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  };
  return {
    simulator,
    /** POSTs to a lookup with the right credentials. */
    ask: (lookup: Lookup, body: unknown, headers?: Record<string, string>) => {
      const all = { ...credentials(lookup, simulator), ...headers };
      return send('POST', simulator.url + lookups[lookup].path, body, all);
    },
    control: (method: Method, path: string, body?: unknown) =>
      send(method, `${simulator.url}/_control/${path}`, body),
    close: async () => {
      await simulator.close();
      await dispatcher.destroy();
    },
  };
}
