import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '@/lib/contract/openapi/document';
import type { MediaType, ResponseObject } from '@/lib/contract/openapi/model';
import { DEFAULT_LIMITS } from '@/lib/env';
import type { Reply } from './door';

/** Holds answers against the OpenAPI document that integrators read. */

const document = openApiDocument('en', DEFAULT_LIMITS);
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'contract');

/** `undefined` when the address is no lookup's, however the router lets it be spelled. */
export function lookupPath(path: string): string | undefined {
  const { pathname } = new URL(path, 'http://any');
  return Object.hasOwn(document.paths, pathname) ? pathname : undefined;
}

/** Everything in which an answer of a lookup is not as the document says. */
export function contractProblems(path: string, method: string, reply: Reply): string[] {
  const { responses = {} } = document.paths[path]?.post ?? {};
  const status = [String(reply.status), `${String(reply.status).charAt(0)}XX`].find(
    (known) => responses[known] !== undefined,
  );
  const response = status === undefined ? undefined : responses[status];
  if (status === undefined || response === undefined) {
    return [`${reply.status} is not in the document`];
  }
  if (method !== 'POST' && reply.status !== 405 && reply.status !== 429) {
    return [`${method} was answered with ${reply.status}`];
  }
  const at = `${pointer('paths', path, 'post', 'responses', status, 'content')}`;
  const problems = headerProblems(response, reply);
  return method === 'HEAD' ? problems : [...problems, ...bodyProblems(response, at, reply)];
}

/** The names under which the document shows this very answer. */
export function namesOf(path: string, { status, body, text }: Reply): string[] {
  const { content = {} } = document.paths[path]?.post.responses[status] ?? {};
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples)
      .filter(([, { value }]) => isDeepStrictEqual(value, body ?? text))
      .map(([name]) => name),
  );
}

function headerProblems({ headers }: ResponseObject, reply: Reply): string[] {
  const problems = reply.headers['retry-after'] === undefined ? [] : ['there is a retry-after'];
  for (const [name, { $ref }] of Object.entries(headers)) {
    const key = $ref.split('/').at(-1) ?? '';
    const value = reply.headers[name];
    if (value === undefined && document.components.headers[key]?.required === true) {
      problems.push(`${name} is missing`);
    }
    if (value !== undefined) {
      problems.push(...violations(name, pointer('components', 'headers', key, 'schema'), value));
    }
  }
  return problems;
}

function bodyProblems({ content }: ResponseObject, at: string, reply: Reply): string[] {
  const type = String(reply.headers['content-type']).split(';', 1)[0] ?? '';
  const media = content[type];
  if (media === undefined) return [`${type} is not a content type of ${reply.status}`];
  const value = type === 'application/json' ? reply.body : reply.text;
  const problems = violations('the body', `${at}${pointer(type, 'schema')}`, value);
  if (reply.status < 400 || isShown(media, value) || isRegistryAnswer(value)) return problems;
  return [...problems, `no example of ${reply.status} is ${JSON.stringify(value)}`];
}

/** A failure of ours is one of the named examples, letter for letter. */
function isShown({ examples = {} }: MediaType, value: unknown): boolean {
  return Object.values(examples).some((example) => isDeepStrictEqual(example.value, value));
}

const isRegistryAnswer = ajv.compile({ $ref: 'contract#/components/schemas/LookupEnvelope' });

function violations(what: string, at: string, value: unknown): string[] {
  const validate = ajv.getSchema(`contract#${at}`);
  if (validate === undefined) return [`${what} has no schema at ${at}`];
  if (validate(value)) return [];
  return [`${what}: ${ajv.errorsText(validate.errors ?? [])}`];
}

function pointer(...parts: string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
