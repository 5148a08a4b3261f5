import type { LookupEnvelope } from '@/lib/contract/envelopes';
import { renap as contract } from '@/lib/contract/lookups/renap';
import { memberText, writeObject } from '@/lib/raw-json';
import { failed } from './answer';
import { bearer, defineLookup } from './definition';
import { exchange } from './exchange';

/**
 * Asks the person registry. Its HTTP status is passed on and decides `success`. `responseCode` is
 * the registry's own, so a 200 can carry an error code.
 */
export const renap = defineLookup(contract, {
  address: ({ renap: { url, token } }) => ({
    url: `${url}/buscar-cui`,
    credentials: bearer(token),
  }),
  async ask(pool, address, { cui }, limits) {
    const result = await exchange(pool, address, { cui }, limits);
    if (result.kind === 'failed') return result;
    if (result.kind === 'not_json') return failed('source_unavailable', 'not a JSON object');
    const { message, responseCode } = result.body;
    const envelope: LookupEnvelope = {
      success: result.status < 300,
      data: null,
      message: typeof message === 'string' ? message : '',
      responseCode: isInteger(responseCode) ? responseCode : result.status,
    };
    // Cut from the text, because parsing and writing it again would change numbers.
    const data = memberText(result.text, 'data') ?? 'null';
    const body = writeObject(envelope, new Map([['data', data]]));
    return { kind: 'answered', status: result.status, outcome: 'found', body };
  },
});

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
