import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { type OpenApiDocument, openApiDocument } from '@/lib/contract/openapi/document';
import type { MediaType, ResponseObject } from '@/lib/contract/openapi/responses';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The text as JSON; `undefined` when it is none. */
  readonly body: unknown;
}

/** Compares answers with the OpenAPI document that integrators read. */
export class Contract {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(readonly document: OpenApiDocument) {
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, 'contract');
  }

  /** Returns the path of the lookup at an address; `undefined` when there is none. */
  pathOf(address: string): string | undefined {
    const { pathname } = new URL(address, 'http://any');
    return Object.hasOwn(this.document.paths, pathname) ? pathname : undefined;
  }

  /** Lists where an answer of a lookup differs from the document. */
  problems(path: string, method: string, reply: Reply): string[] {
    const { responses = {} } = this.document.paths[path]?.post ?? {};
    // The person registry passes on no redirect.
    const isPassedOn = reply.status < 300 || reply.status >= 400;
    const status = [String(reply.status), ...(isPassedOn ? ['default'] : [])].find(
      (known) => responses[known] !== undefined,
    );
    const response = status === undefined ? undefined : responses[status];
    if (status === undefined || response === undefined) {
      return [`${reply.status} is not in the document`];
    }
    if (method !== 'POST' && reply.status !== 405 && reply.status !== 429) {
      return [`${method} was answered with ${reply.status}`];
    }
    const at = pointer('paths', path, 'post', 'responses', status, 'content');
    const problems = this.#headerProblems(response, reply);
    return method === 'HEAD' ? problems : [...problems, ...this.#bodyProblems(response, at, reply)];
  }

  /** Names of the document's examples that equal this answer. */
  namesOf(path: string, { status, body, text }: Reply): string[] {
    const { content = {} } = this.document.paths[path]?.post.responses[status] ?? {};
    return Object.values(content).flatMap(({ examples = {} }) =>
      Object.entries(examples)
        .filter(([, { value }]) => isDeepStrictEqual(value, body ?? text))
        .map(([name]) => name),
    );
  }

  /** True when this value may be the body of a request. */
  admits(path: string, value: unknown): boolean {
    const body = pointer('post', 'requestBody', 'content', 'application/json', 'schema');
    return this.#violations('the body', pointer('paths', path) + body, value).length === 0;
  }

  #headerProblems({ headers }: ResponseObject, reply: Reply): string[] {
    const problems = reply.headers['retry-after'] === undefined ? [] : ['there is a retry-after'];
    for (const [name, { $ref }] of Object.entries(headers)) {
      const key = $ref.split('/').at(-1) ?? '';
      const value = reply.headers[name];
      if (value === undefined && this.document.components.headers[key]?.required === true) {
        problems.push(`${name} is missing`);
      }
      if (value !== undefined) {
        const schema = pointer('components', 'headers', key, 'schema');
        problems.push(...this.#violations(name, schema, value));
      }
    }
    return problems;
  }

  #bodyProblems({ content }: ResponseObject, at: string, reply: Reply): string[] {
    const type = String(reply.headers['content-type']).split(';', 1)[0] ?? '';
    const media = content[type];
    if (media === undefined) return [`${type} is not a content type of ${reply.status}`];
    const value = type === 'application/json' ? reply.body : reply.text;
    const problems = this.#violations('the body', `${at}${pointer(type, 'schema')}`, value);
    if (reply.status < 400 || isShown(media, value) || this.#isRegistryAnswer(value)) {
      return problems;
    }
    return [...problems, `no example of ${reply.status} is ${JSON.stringify(value)}`];
  }

  #isRegistryAnswer(value: unknown): boolean {
    return (
      this.#violations('', pointer('components', 'schemas', 'LookupEnvelope'), value).length === 0
    );
  }

  #violations(what: string, at: string, value: unknown): string[] {
    const validate = this.#ajv.getSchema(`contract#${at}`);
    if (validate === undefined) return [`${what} has no schema at ${at}`];
    if (validate(value)) return [];
    return [`${what}: ${this.#ajv.errorsText(validate.errors ?? [])}`];
  }
}

/** The contract of a deployment with the ordinary limits. */
export const contract = new Contract(openApiDocument('en', DEFAULT_LIMITS));

/** True when a failure equals one of the named examples, letter for letter. */
function isShown({ examples = {} }: MediaType, value: unknown): boolean {
  return Object.values(examples).some((example) => isDeepStrictEqual(example.value, value));
}

function pointer(...parts: string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
