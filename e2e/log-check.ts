import { isJsonObject, parseJson } from '@/lib/base/values/json';
import { reservedIdentifiers } from '@/simulator/reserved';
import type { SourceTokens } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';

/** Random values in which the digits of a NIT or a CUI could turn up by chance. */
const RANDOM_FIELDS = new Set(['requestId', 'queryId', 'integration', 'head']);

const TOKEN = /pas_(?:dev|live)_[\w-]{8,}/;
const CUI = /\d{4} ?\d{5} ?\d{4}/;

const NITS: readonly string[] = [
  ...reservedIdentifiers.map(({ nit }) => nit),
  ...Object.values(wellKnown).map(({ nit }) => nit),
];

/** Finds the lines that log an error, a warning, or what no log may hold. */
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
  const text = isJsonObject(entry) ? withoutRandomFields(entry) : line;
  if (CUI.test(text) || NITS.some((nit) => text.includes(nit))) return 'an identifier';
  return isJsonObject(entry) ? errorOf(entry) : unstructuredErrorOf(line);
}

function withoutRandomFields(entry: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(entry, (key, value) => (RANDOM_FIELDS.has(key) ? undefined : value));
}

function errorOf({ level }: Readonly<Record<string, unknown>>): string | undefined {
  return level === 'error' || level === 'fatal' ? 'an error' : undefined;
}

/** Next and Node print their own complaints as plain text. */
function unstructuredErrorOf(line: string): string | undefined {
  return /\berror\b|⨯|⚠|\bwarn/i.test(line) ? 'a complaint' : undefined;
}
