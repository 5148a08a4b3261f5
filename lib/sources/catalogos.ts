import type { Dispatcher } from 'undici';
import { failureOfStatus, type SourceFailure } from '@/lib/contract/errors';
import type { CatalogRequest, CatalogRtuRequest } from '@/lib/contract/requests';
import type { CuiNitResultado, OmisosResultado, RtuResultado } from '@/lib/contract/results';
import { isJsonObject, type JsonObject } from '@/lib/json';
import { memberText, writeObject } from '@/lib/raw-json';
import type { Answer } from './answer';
import { type ExchangeLimits, exchange, type SourceAddress } from './exchange';
import { normaliseCuiNit } from './normalise-cui-nit';
import { normaliseOmisos } from './normalise-omisos';
import { normaliseRtu } from './normalise-rtu';
import { fields } from './read';

export const askCuiNit = catalog<CatalogRequest, CuiNitResultado>('/cui-nit', normaliseCuiNit);
export const askCatalogRtu = catalog<CatalogRtuRequest, RtuResultado>('/rtu', normaliseRtu);
export const askOmisos = catalog<CatalogRequest, OmisosResultado>('/omisos', normaliseOmisos);

/** Fields that go out letter for letter, named alike on both sides. */
const OPAQUE_LISTS = ['establecimientos', 'representantes'];
const OPAQUE_OBJECT = 'empresa';

/** The texts of the opaque fields that have the type the contract gives them. */
function opaqueTexts(datos: JsonObject, text: string): ReadonlyMap<string, string> {
  const names = OPAQUE_LISTS.filter((name) => Array.isArray(datos[name]));
  if (isJsonObject(datos[OPAQUE_OBJECT])) names.push(OPAQUE_OBJECT);
  return new Map(names.map((name) => [name, memberText(text, name) ?? 'null']));
}

function catalog<Query extends CatalogRequest, Resultado extends object>(
  path: string,
  normalise: (datos: JsonObject, fechaConsulta: unknown) => Resultado,
) {
  return async (
    pool: Dispatcher,
    address: SourceAddress,
    query: Query,
    limits: ExchangeLimits,
  ): Promise<Answer> => {
    const endpoint = { ...address, url: address.url + path };
    const result = await exchange(pool, endpoint, query, limits);
    if (result.kind === 'client_gone') return result;
    if (result.kind === 'unavailable') return failed('source_unavailable', result.cause);
    const failure = failureOfStatus.get(result.status);
    if (failure !== undefined) return failed(failure, `status ${result.status}`);
    if (result.status >= 300) return failed('source_unavailable', `status ${result.status}`);
    if (result.kind === 'other_status') return failed('source_unavailable', 'not a JSON object');
    const { exito, fecha_consulta, datos } = result.body;
    if (exito === false) return failed('source_not_found', 'marked as failed');
    const record = normalise(fields(datos), fecha_consulta);
    const opaque = opaqueTexts(fields(datos), memberText(result.text, 'datos') ?? '{}');
    return { kind: 'found', status: 200, body: `{"data":${writeObject(record, opaque)}}` };
  };
}

function failed(failure: SourceFailure, cause: string): Answer {
  return { kind: 'failed', failure, cause };
}
