import type { Dispatcher } from 'undici';
import type { RtuRequest } from '@/lib/contract/requests';
import type { LookupEnvelope } from '@/lib/contract/results';
import { memberText, writeObject } from '@/lib/raw-json';
import type { Answer } from './answer';
import { type ExchangeLimits, exchange, type SourceAddress } from './exchange';

/** Taxpayer registry: all NITs in one call; anything but a 200 with a list of records is a failure. */
export async function askRtu(
  pool: Dispatcher,
  address: SourceAddress,
  query: RtuRequest,
  limits: ExchangeLimits,
): Promise<Answer> {
  const result = await exchange(pool, address, { nits: query.nits }, limits);
  if (result.kind === 'client_gone') return result;
  if (result.kind === 'unavailable') return failed(result.cause);
  if (result.status !== 200) return failed(`status ${result.status}`);
  if (result.kind === 'other_status') return failed('not a JSON object');
  const { registros } = result.body;
  if (!Array.isArray(registros)) return failed('no list of records');
  const envelope: LookupEnvelope = {
    success: true,
    data: [],
    message: `Se encontraron ${registros.length} de ${query.nits.length} NITs solicitados.`,
    responseCode: 200,
  };
  // As published means letter for letter: parsing and writing again would change numbers.
  const records = memberText(result.text, 'registros') ?? '[]';
  return { kind: 'found', status: 200, body: writeObject(envelope, new Map([['data', records]])) };
}

function failed(cause: string): Answer {
  return { kind: 'failed', failure: 'source_unavailable', cause };
}
