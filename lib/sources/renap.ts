import type { Dispatcher } from 'undici';
import type { RenapRequest } from '@/lib/contract/requests';
import type { LookupEnvelope } from '@/lib/contract/results';
import { memberText, writeObject } from '@/lib/raw-json';
import type { Answer } from './answer';
import { type ExchangeLimits, exchange, type SourceAddress } from './exchange';

/**
 * Person registry. Its HTTP status is the gateway's and decides `success`; `responseCode` is its
 * own, so a 200 can carry an error code. Without a JSON object there is no answer at all.
 */
export async function askRenap(
  pool: Dispatcher,
  address: SourceAddress,
  query: RenapRequest,
  limits: ExchangeLimits,
): Promise<Answer> {
  const result = await exchange(pool, address, { cui: query.cui }, limits);
  switch (result.kind) {
    case 'client_gone':
      return result;
    case 'unavailable':
      return { kind: 'failed', failure: 'source_unavailable', cause: result.cause };
    case 'other_status':
      return { kind: 'failed', failure: 'source_unavailable', cause: 'not a JSON object' };
    case 'answered': {
      const { message, responseCode } = result.body;
      const envelope: LookupEnvelope = {
        success: result.status < 300,
        data: null,
        message: typeof message === 'string' ? message : '',
        responseCode: isInteger(responseCode) ? responseCode : result.status,
      };
      // Untouched means letter for letter: parsing and writing again would change numbers.
      const data = memberText(result.text, 'data') ?? 'null';
      const body = writeObject(envelope, new Map([['data', data]]));
      return { kind: 'found', status: result.status, body };
    }
  }
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
