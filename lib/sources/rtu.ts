import { isJsonObject } from '@/lib/base/values/json';
import { failureFrom } from '@/lib/contract/ending';
import { rtu as contract, type RtuRequest } from '@/lib/contract/lookups/rtu';
import { failed } from './answer';
import { bearer, defineLookup, oneCall } from './definition';
import { batchAnswer } from './envelope';
import { infileRtu } from './infile';
import { memberText } from './raw-json';

/**
 * Asks the taxpayer registry for all NITs in one call. Only a 200 with a list of records succeeds.
 */
const pasarela = oneCall<RtuRequest, 'rtu'>({
  address: ({ url, token }) => ({ url: `${url}/nits`, credentials: bearer(token) }),
  payload: ({ nits }) => ({ nits }),
  read(result, { nits }) {
    const { status } = result;
    if (status !== 200) return failed(failureFrom('rtu', status), `status ${status}`);
    if (result.kind === 'not_json') return failed('source_unavailable', 'not a JSON object');
    const { registros } = result.body;
    if (!Array.isArray(registros)) return failed('source_unavailable', 'no list of records');
    const records = memberText(result.text, 'registros') ?? '[]';
    const content = { records: registros.filter(isJsonObject) };
    return batchAnswer(records, registros.length, nits.length, content);
  },
});

export const rtu = defineLookup(contract, { pasarela, infile: infileRtu });
