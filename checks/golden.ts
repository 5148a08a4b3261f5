import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/base/values/json';
import { projectRoot } from '@/server/paths';

/** One file for each expected answer; some are examples in the documentation. */
export const goldenFolder = join(projectRoot, 'lib', 'contract', 'golden');

/**
 * Reads the expected text of an answer about somebody in the sandbox, keys in the contract's order:
 * `golden/LOOKUP.WHO.json` without its white space.
 */
export async function golden(name: string): Promise<string> {
  const file = join(goldenFolder, `${name}.json`);
  return JSON.stringify(JSON.parse(await readFile(file, 'utf8')));
}

/** Reads the expected answer as a value. */
export async function goldenBody(name: string): Promise<JsonObject> {
  const body = parseJson(await golden(name));
  if (!isJsonObject(body)) throw new Error(`the golden answer ${name} is no object`);
  return body;
}
