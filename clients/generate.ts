import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { documentDigest } from '@/lib/contract/openapi/digest';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { REVISION } from '@/lib/contract/revision';
import { KINDS, SINGLE_FILES, withTables } from './failure-tables';

/** Writes what the clients take from the contract; run it when the contract changes. */

const clients = fileURLToPath(new URL('.', import.meta.url));
const client = join(clients, 'typescript');

function main(): void {
  const document = openApiDocument('en', DEFAULT_LIMITS);
  writeFileSync(join(client, 'src/contract.ts'), `${header()}\n${typesOf(document)}`);
  writeFileSync(join(client, 'src/causes.ts'), causesOf(document));
  for (const file of SINGLE_FILES) {
    const path = join(clients, file);
    writeFileSync(path, withTables(file, readFileSync(path, 'utf8')));
  }
}

/** Says what it was made from, so that a test can tell when it is out of date. */
function header(): string {
  return `// Made from the contract by \`npm run client:generate\`; do not edit. Digest: ${documentDigest()}`;
}

function typesOf(document: OpenApiDocument): string {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-client-'));
  try {
    const [input, output] = [join(folder, 'openapi.json'), join(folder, 'contract.ts')];
    writeFileSync(input, JSON.stringify(document, withoutAlternatives));
    const program = join(client, 'node_modules/.bin/openapi-typescript');
    const options = ['--root-types', '--root-types-no-schema-prefix', '--immutable'];
    const defaults = '--default-non-nullable=false';
    execFileSync(program, [input, '--output', output, defaults, ...options], { stdio: 'pipe' });
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** "One of the two is required" says nothing about types that the generator could write down. */
function withoutAlternatives(key: string, value: unknown): unknown {
  const requires = (one: object) => 'required' in one;
  return key === 'anyOf' && Array.isArray(value) && value.every(requires) ? undefined : value;
}

/** Every cause of failure by path, as the client distinguishes them. */
function causesOf({ paths }: OpenApiDocument): string {
  const rows = Object.entries(paths).map(([path, { post }]) => {
    const causes = Object.entries(post.responses).flatMap(([status, { content }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.entries(examples).flatMap(([cause, example]) => {
          const { 'x-charged': charged, 'x-retry': retry, 'x-contact': contact, value } = example;
          if (retry === undefined || contact === undefined) return [];
          return [{ status: Number(status), cause, text: textOf(value), charged, retry, contact }];
        }),
      ),
    );
    return `  ${JSON.stringify(path)}: [\n${causes.map((one) => `    ${JSON.stringify(one)},\n`).join('')}  ],\n`;
  });
  return `${header()}

/** The contract's revision that this client was built from. */
export const REVISION = ${JSON.stringify(REVISION)};

/** Kinds of error by status. */
export const KINDS = ${JSON.stringify(KINDS)} as const;

/** Causes of failure by path: status, text and what to do. */
export const CAUSES = {
${rows.join('')}} as const;
`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { error, message } = value as { error?: string; message?: string };
  return error ?? message ?? '';
}

main();
