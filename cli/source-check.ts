import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Command } from 'commander';
import { readSettings, type Settings } from '@/lib/base/env/env';
import { variablesOf } from '@/lib/base/env/source-settings';
import { dayOf } from '@/lib/base/time/guatemala';
import type { JsonObject } from '@/lib/base/values/json';
import { causeOf, chargeOf, type Ending, isAnswer, responsibleFor } from '@/lib/contract/ending';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { type Answer, endingOf } from '@/lib/sources/answer';
import { openSource, type Source } from '@/lib/sources/definition';
import { definitions } from '@/lib/sources/definitions';
import { createSourcePool, type Exchange } from '@/lib/sources/exchange';
import { redacted } from '@/lib/sources/redact';
import { type Shape, shapeOf } from '@/lib/sources/shape';
import * as argument from './arguments';
import { isConfirmed, refuseUnattended } from './confirm';
import { Problem, print, table, UsageError } from './output';

const SPENDS = 'this spends one query at the source';

export function sourceCheckCommand(): Command {
  return new Command('check')
    .description('ask the source of a lookup once, and name the fields that it sent')
    .argument('<lookup>', 'such as cui-nit', argument.lookup)
    .option('--nit <nit>', 'whom to ask about')
    .option('--cui <cui>', 'whom to ask about')
    .option('--save <file>', 'also write the answer, with every value replaced')
    .option('--yes', 'do not ask before')
    .addHelpText('after', '\nExit code: 0 when the source answered, 1 when it failed.\n')
    .action(check);
}

interface Options {
  readonly nit?: string;
  readonly cui?: string;
  readonly save?: string;
  readonly yes?: true;
  readonly json?: boolean;
}

async function check(lookup: Lookup, options: Options): Promise<void> {
  const settings = readSettings(process.env);
  const source = configured(lookup, settings);
  const request = requestOf(lookup, options, source);
  if (!options.yes) refuseUnattended(`${SPENDS}: without a terminal, say --yes`);
  if (!options.yes && !(await isConfirmed(`${SPENDS}. Ask?`))) return;
  // A file that cannot be written costs no query.
  const file = options.save === undefined ? undefined : await open(options.save, 'wx');
  try {
    const asked = await ask(source, request, settings);
    report(asked, resultOf(lookup, asked, source, settings), options);
    if (isFailure(endingOf(asked.answer), lookup)) process.exitCode = 1;
    await file?.writeFile(recordingOf({ lookup, request, ...asked }, source));
  } catch (error) {
    if (options.save !== undefined) await rm(options.save, { force: true });
    throw error;
  } finally {
    await file?.close();
  }
}

function configured(lookup: Lookup, settings: Settings): Source {
  const { account } = settings.adapters[lookup];
  if (settings.sources[account] !== undefined) return openSource(definitions[lookup], settings);
  const missing = variablesOf(account).join(', ');
  throw new Problem(
    `The source of ${lookup} is not configured: set ${missing} (npm run simulator prints those of the simulated one).`,
  );
}

function requestOf(lookup: Lookup, { nit, cui }: Options, { answers, adapter }: Source): unknown {
  if ((nit === undefined) === (cui === undefined)) {
    throw new UsageError('give either --nit or --cui');
  }
  const nits = nit === undefined ? [] : [nit];
  const parsed = definitions[lookup].parse({ nit, cui, nits });
  const isAnswered = parsed.ok && (answers?.(parsed.request) ?? true);
  if (isAnswered) return parsed.request;
  const by = nit === undefined ? '--cui' : '--nit';
  throw new UsageError(`the adapter ${adapter} of ${lookup} cannot be asked by ${by}`);
}

interface Asked {
  readonly answer: Answer;
  readonly ms: number;
  /** Null if no answer arrived whole. */
  readonly status: number | null;
  readonly result?: Exchange;
}

/** Asks once. The source sees a query like any other. */
async function ask(source: Source, request: unknown, settings: Settings): Promise<Asked> {
  const pool = createSourcePool(1, source.account);
  let arrived: Pick<Asked, 'status' | 'result'> = { status: null };
  const startedAt = performance.now();
  const limits = {
    deadlineAt: startedAt + settings.sourceTimeoutMs,
    signal: new AbortController().signal,
    requestId: randomUUID(),
    onAnswer: (status: number, result: Exchange) => {
      arrived = { status, result };
    },
  };
  try {
    const answer = await source.ask(pool, request, limits);
    return Object.assign(arrived, { answer, ms: Math.round(performance.now() - startedAt) });
  } finally {
    await pool.destroy();
  }
}

type Result = ReturnType<typeof resultOf>;

function resultOf(
  lookup: Lookup,
  { answer, ms, status }: Asked,
  { adapter }: Source,
  { chargeEmptyAnswers }: Settings,
) {
  const ending = endingOf(answer);
  const { billed } = lookupFacts[lookup];
  const charged = chargeOf(ending, { billed, chargeEmptyAnswers }) === 'tariff';
  return { lookup, adapter, status, ms, ending: ending.word, charged, fields: fieldsOf(answer) };
}

function report({ answer }: Asked, result: Result, { json }: Options): void {
  const { lookup, adapter, status, ms, ending, charged, fields } = result;
  const cause = causeOf(endingOf(answer));
  const lines = table([
    ['lookup', `${lookup}, adapter ${adapter}`],
    ['status', String(status ?? 'none')],
    ['time', `${ms} ms`],
    ['ending', cause === undefined ? ending : `${ending} (${cause})`],
    ['charged', charged ? 'yes' : 'no'],
    ...Object.entries(fields).map(([what, names]) => [what, names.join(', ') || 'none']),
  ]);
  print(json, result, lines);
}

/** An error that the person registry passes on is a failure, unless it has no such person. */
function isFailure(ending: Ending, lookup: Lookup): boolean {
  if (ending.word !== 'passed_on') return !isAnswer(ending.word);
  return responsibleFor(ending, lookupFacts[lookup].family) !== 'nobody';
}

function fieldsOf(answer: Answer): Shape {
  const { unreadable = [] } = endingOf(answer);
  const content = answer.kind === 'answered' ? answer.content : undefined;
  return shapeOf(content ?? { records: [] }, unreadable);
}

/**
 * Writes the answer for `lib/sources/recorded`, with every value replaced. Its ending is what the
 * adapter makes of that: where words of the source decide, they have to be put back.
 */
function recordingOf(
  { lookup, request, answer, result }: Asked & { lookup: Lookup; request: unknown },
  { adapter }: Source,
): string {
  if (result?.kind !== 'json') throw new Problem('There was no JSON object to save.');
  const { status } = result;
  const safeRequest = redacted(JSON.parse(JSON.stringify(request)));
  const body = redacted(result.body) as JsonObject;
  const received = { kind: 'json', status, body, text: JSON.stringify(body) } as const;
  const read = definitions[lookup].adapters[adapter]?.read(received, safeRequest) ?? answer;
  const ending = endingOf(read).word;
  const observed = endingOf(answer).word;
  if (ending !== observed) {
    process.stderr.write(
      `The saved answer ends as ${ending}, not ${observed}: put the words back that decide it.\n`,
    );
  }
  const recording = {
    origin: `pasarela source check, ${dayOf(new Date())}, values replaced`,
    lookup,
    request: safeRequest,
    status,
    body,
    ending,
    record: read.kind === 'answered' ? JSON.parse(read.body) : null,
  };
  return `${JSON.stringify(recording, null, 2)}\n`;
}
