import { isJsonObject } from '@/lib/base/values/json';
import { failureFrom } from '@/lib/contract/ending';
import { renap as contract, type RenapRequest } from '@/lib/contract/lookups/renap';
import { failed } from './answer';
import { bearer, defineLookup, oneCall } from './definition';
import { writeEnvelope } from './envelope';
import { infileRenap } from './infile';
import { memberText } from './raw-json';
import { integer } from './read';

/**
 * Asks the person registry. Its HTTP status is passed on and decides `success`. `responseCode` is
 * the registry's own, so a 200 can carry an error code.
 */
const pasarela = oneCall<RenapRequest, 'renap'>({
  address: ({ url, token }) => ({ url: `${url}/buscar-cui`, credentials: bearer(token) }),
  payload: ({ cui }) => ({ cui }),
  read(result) {
    const { status } = result;
    if (result.kind === 'not_json')
      return failed(failureFrom('renap', status), 'not a JSON object');
    const { message, data } = result.body;
    const unreadable: string[] = [];
    const responseCode = integer(result.body.responseCode, () => unreadable.push('responseCode'));
    const success = status < 300;
    const envelope = {
      success,
      message: typeof message === 'string' ? message : '',
      responseCode: responseCode ?? status,
    };
    const body = writeEnvelope(envelope, memberText(result.text, 'data') ?? 'null');
    const word = success ? 'found' : 'passed_on';
    const ending = { word, status, unreadable } as const;
    const content = success && isJsonObject(data) && { records: [data] };
    return { kind: 'answered', ending, body, ...(content && { content }) };
  },
});

export const renap = defineLookup(contract, { pasarela, infile: infileRenap });
