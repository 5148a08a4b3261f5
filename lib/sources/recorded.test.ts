import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { LOOKUPS } from '@/lib/contract/lookups';
import { endingOf } from './answer';
import { definitions } from './definitions';

/** An answer of a source with redacted values, and what the adapter makes of it. */
const recorded = z.strictObject({
  origin: z.string(),
  lookup: z.enum(LOOKUPS),
  request: z.unknown(),
  status: z.number(),
  body: z.record(z.string(), z.unknown()),
  ending: z.string(),
  record: z.unknown(),
});

const folder = join(import.meta.dirname, 'recorded');
const files = readdirSync(folder).flatMap((adapter) =>
  readdirSync(join(folder, adapter)).map((file) => [adapter, file] as const),
);

it.each(files)('the adapter %s reads the recorded answer %s as it should', (adapter, file) => {
  const content: unknown = JSON.parse(readFileSync(join(folder, adapter, file), 'utf8'));
  const { lookup, request, status, body, ending, record } = recorded.parse(content);
  const { [adapter]: reader } = definitions[lookup].adapters;
  const received = { kind: 'json', status, body, text: JSON.stringify(body) } as const;
  const answer = reader?.read(received, request);
  expect(answer && endingOf(answer).word).toBe(ending);
  expect(answer?.kind === 'answered' ? JSON.parse(answer.body) : null).toEqual(record);
});
