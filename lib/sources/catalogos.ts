import type { JsonObject } from '@/lib/base/values/json';
import { failureFrom } from '@/lib/contract/ending';
import { failed } from './answer';
import { contentOf, reports } from './content';
import { type Adapter, oneCall } from './definition';
import { memberText, writeObject } from './raw-json';
import { opaqueObject, success, type Unreadable } from './read';
import type { Fields } from './shape';

/**
 * Cuts the lists and objects that normalisation left untouched out of the source's text. They are
 * sent exactly as written, because parsing and writing them again would change numbers.
 */
function untouchedTexts(record: object, datos: JsonObject, answer: string) {
  const untouched = Object.entries(record).filter(
    ([name, value]) => typeof value === 'object' && value !== null && value === datos[name],
  );
  if (untouched.length === 0) return undefined;
  const text = memberText(answer, 'datos') ?? '{}';
  return new Map(untouched.map(([name]) => [name, memberText(text, name) ?? 'null']));
}

/**
 * Makes the adapter of a lookup of the catalog source by its path, the normalisation of its record,
 * and the main data without which the record counts as partial.
 */
export function catalog<Result extends { readonly fechaConsulta: unknown }>(
  path: string,
  normalise: ((datos: JsonObject, unreadable: Unreadable) => Result) & { readonly fields: Fields },
  main: (record: Result) => readonly unknown[],
): Adapter<unknown, 'catalogos'> {
  return oneCall({
    address: ({ url, token }) => ({ url: url + path, credentials: { 'x-api-key': token } }),
    payload: (request) => request,
    read(result) {
      const { status } = result;
      if (status >= 300) return failed(failureFrom('catalogos', status), `status ${status}`);
      if (result.kind === 'not_json') return failed('source_unavailable', 'not a JSON object');
      const { exito, fecha_consulta, datos } = result.body;
      const isSuccess = success(exito);
      if (isSuccess === null) return { ...failed('source_not_found'), unreadable: ['exito'] };
      if (!isSuccess) return failed('source_not_found', 'marked as failed');
      const names = new Set<string>();
      const given = opaqueObject(datos, () => names.add('datos')) ?? {};
      const datosAndDate = { ...given, fecha_consulta };
      const record = normalise(datosAndDate, (field = '') => names.add(field));
      const untouched = untouchedTexts(record, given, result.text);
      const unreadable = [...names];
      const word = contentOf(record, main(record), unreadable.length);
      const ending = { word, status: 200, unreadable };
      const body = `{"data":${writeObject(record, untouched)}}`;
      // An answer without data shows nothing of the fields.
      const records = reports(given) ? [datosAndDate] : [];
      const content = { records, fields: normalise.fields };
      return { kind: 'answered', ending, body, content };
    },
  });
}
