import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Dispatcher } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, parseJson } from '@/lib/base/values/json';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { endingOf } from '@/lib/sources/answer';
import { definitions } from '@/lib/sources/definitions';
import { projectRoot } from '@/server/paths';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { lookups as wire } from '@/simulator/wire';
import { sandboxRows } from './sandbox';
import { sourcePath, type sourceProtocol, sourceProtocolPage } from './source-protocol';

const text = readFileSync(join(projectRoot, 'docs/source-protocol.yaml'), 'utf8');

it('docs/source-protocol.yaml is what the code accepts', () => {
  expect(text, 'npm run -s source:protocol writes it').toBe(sourceProtocolPage());
});

/** One call, as it went over the wire. */
interface Call {
  readonly lookup: Lookup;
  readonly sent: Dispatcher.DispatchOptions;
  readonly status: number;
  readonly body: string;
}

/** Keeps every request, and every call that was answered in full. */
function recorder() {
  const sent: Dispatcher.DispatchOptions[] = [];
  const calls: Call[] = [];
  const observe: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    sent.push(options);
    const lookup = LOOKUPS.find((one) => wire[one].path === options.path);
    const chunks: Buffer[] = [];
    let answered = { status: 0, encoding: '' };
    return dispatch(options, {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onResponseStart(controller, status, headers, message) {
        answered = { status, encoding: String(headers['content-encoding']) };
        handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd(...given) {
        const { status, encoding } = answered;
        const raw = Buffer.concat(chunks);
        const body = String(encoding === 'gzip' ? gunzipSync(raw) : raw);
        if (lookup !== undefined) calls.push({ lookup, sent: options, status, body });
        handler.onResponseEnd?.(...given);
      },
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
  };
  return { observe, sent, calls };
}

const ajv = new Ajv2020({ strict: false });
const document: ReturnType<typeof sourceProtocol> = parse(text, { version: '1.1' });
ajv.addSchema(document, 'protocol');

function pointer(...parts: string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function violations(at: string, value: unknown): string {
  const validate = ajv.getSchema(`protocol#${at}`);
  if (validate === undefined) return `no schema at ${at}`;
  return validate(value) ? '' : ajv.errorsText(validate.errors ?? []);
}

const JSON_SCHEMA = ['content', 'application/json', 'schema'];

/** Says where a request differs from its operation. */
function requestProblems(lookup: Lookup, { method, headers, body }: Dispatcher.DispatchOptions) {
  const path = sourcePath(lookup);
  const operation = document.paths[path]?.post;
  if (method !== 'POST' || operation === undefined) return ['no operation'];
  const given = Object(headers);
  const { RequestId } = document.components.parameters;
  const token = DEFAULT_TOKENS[lookupFacts[lookup].family];
  const schemes = {
    renap: given.authorization,
    rtu: given.authorization,
    catalogos: given['x-api-key'],
  };
  const [family] = operation.security.flatMap((one) =>
    Object.keys(one),
  ) as (keyof typeof schemes)[];
  const credentials = family === 'catalogos' ? token : `Bearer ${token}`;
  return [
    violations(pointer('components', 'parameters', 'RequestId', 'schema'), given[RequestId.name]),
    violations(
      pointer('paths', path, 'post', 'requestBody', ...JSON_SCHEMA),
      parseJson(String(body)),
    ),
    given['content-type'] === 'application/json' ? '' : 'content-type',
    family && schemes[family] === credentials ? '' : 'credentials',
  ].filter((problem) => problem !== '');
}

/** Finds what the document says of the status of an answer, and where the body differs from it. */
function documentedFor({ lookup, status, body }: Call) {
  const path = sourcePath(lookup);
  const responses: Readonly<Record<string, { description: string; content?: unknown }>> =
    document.paths[path]?.post.responses ?? {};
  const keys = [String(status), `${String(status)[0]}XX`, 'default'];
  const key = keys.find((one) => responses[one] !== undefined) ?? '';
  const { description = '', content } = responses[key] ?? {};
  const at = pointer('paths', path, 'post', 'responses', key, ...JSON_SCHEMA);
  const problems = content === undefined ? 'failure' : violations(at, parseJson(body));
  return { description, problems };
}

/** Reads an answer as its adapter does. */
function readingOf({ lookup, sent, status, body }: Call) {
  const json = parseJson(body);
  const received = isJsonObject(json)
    ? ({ kind: 'json', status, body: json, text: body } as const)
    : ({ kind: 'not_json', status } as const);
  const request = parseJson(String(sent.body));
  const answer = definitions[lookup].adapters.pasarela?.read(received, request);
  if (answer === undefined) throw new Error(`${lookup} has no adapter`);
  const { word, unreadable = [] } = endingOf(answer);
  return { word, unreadable };
}

/** Says where the document and the adapter differ about an answer: its form, or the failure it is. */
function differenceOf(call: Call): string | undefined {
  const { word, unreadable } = readingOf(call);
  const { description, problems } = documentedFor(call);
  const isWhole = unreadable.length === 0 && word !== 'source_unavailable';
  const agrees =
    problems === 'failure' ? description.includes(`\`${word}\``) : isWhole === (problems === '');
  return agrees ? undefined : `${call.status} ${word} ${unreadable}: ${problems}`;
}

describe('between the gateway and everybody whom the simulator knows', () => {
  const { observe, sent, calls } = recorder();

  beforeAll(() => sandboxRows(observe));

  it.each(LOOKUPS)('requests of %s have the form of the document', (lookup) => {
    const own = sent.filter(({ path }) => path === wire[lookup].path);
    expect(own.length).toBeGreaterThan(40);
    expect(own.flatMap((request) => requestProblems(lookup, request))).toEqual([]);
  });

  it.each(LOOKUPS)('answers of %s have that form exactly when they are read whole', (lookup) => {
    // The gateway reads no redirect.
    const own = calls.filter((call) => call.lookup === lookup && call.status !== 302);
    expect(own.length).toBeGreaterThan(40);
    expect(own.map(differenceOf).filter((difference) => difference !== undefined)).toEqual([]);
    // Both kinds were seen, so that neither side accepts or rejects everything.
    const forms = new Set(own.map((call) => documentedFor(call).problems === ''));
    expect(forms).toEqual(new Set([true, false]));
  });
});
