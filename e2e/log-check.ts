import { isJsonObject, parseJson } from '@/lib/json';
import { reservedIdentifiers } from '@/simulator/reserved';
import type { SourceTokens } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';

/** A test that provokes an error line says so with a request id that begins like this. */
export const EXPECTED_ERROR = 'expected-error-';

/** Random identifiers in which the digits of a NIT could turn up by chance. */
const RANDOM_FIELDS = new Set(['requestId', 'queryId', 'integration']);

const TOKEN = /pas_(?:dev|live)_[\w-]{8,}/;
const CUI = /\d{4} ?\d{5} ?\d{4}/;

const NITS: readonly string[] = [
  ...reservedIdentifiers.map(({ nit }) => nit),
  ...Object.values(wellKnown).map(({ nit }) => nit),
];

/** Every line of the output that says an error, or says what no log may. */
export function logProblems(output: string, tokens: SourceTokens): string[] {
  const secrets = Object.values(tokens);
  return output.split('\n').flatMap((line) => {
    const problem = problemOf(line, secrets);
    return problem === undefined ? [] : [`${problem}: ${line}`];
  });
}

function problemOf(line: string, secrets: readonly string[]): string | undefined {
  if (TOKEN.test(line)) return 'a token';
  if (secrets.some((secret) => line.includes(secret))) return 'credentials of a source';
  const entry = parseJson(line);
  const said = isJsonObject(entry) ? withoutRandomFields(entry) : line;
  if (CUI.test(said) || NITS.some((nit) => said.includes(nit))) return 'an identifier';
  return isJsonObject(entry) ? errorOf(entry) : unstructuredErrorOf(line);
}

function withoutRandomFields(entry: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(entry, (key, value) => (RANDOM_FIELDS.has(key) ? undefined : value));
}

function errorOf({ level, requestId }: Readonly<Record<string, unknown>>): string | undefined {
  if (level !== 'error' && level !== 'fatal') return undefined;
  return String(requestId).startsWith(EXPECTED_ERROR) ? undefined : 'an error';
}

/** Next and Node print their own complaints as plain text. */
function unstructuredErrorOf(line: string): string | undefined {
  return /\berror\b|⨯|⚠|\bwarn/i.test(line) ? 'a complaint' : undefined;
}
