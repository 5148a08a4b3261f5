import { parseJson } from '@/lib/base/values/json';
import type { Language } from '@/lib/base/values/language';
import { failureBody } from '@/lib/contract/envelopes';
import { failureTexts } from '@/lib/contract/failure-texts';
import {
  type Charge,
  type Contact,
  chargeAfter,
  type Failure,
  failureAnswers,
  failures,
  failuresOf,
  type Retry,
} from '@/lib/contract/failures';
import type { Family } from '@/lib/contract/families';
import { type Lookup, type LookupFacts, lookupFacts } from '@/lib/contract/lookups';
import { registryFailures } from '@/lib/contract/lookups/renap';
import type { HeaderName } from './headers';
import { type JsonSchema, refTo } from './schemas';
import { contractTexts } from './texts';

interface Example {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
  readonly 'x-charged': Charge | 'yes';
  readonly 'x-retry'?: Retry;
  readonly 'x-contact'?: Contact;
}

type Examples = Readonly<Record<string, Example>>;

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Examples;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, MediaType>>;
}

type Responses = Readonly<Record<string, ResponseObject>>;

/** Describes every status that a lookup can answer, with each cause as an example. */
export function responsesOf(lookup: Lookup, language: Language): Responses {
  const facts = lookupFacts[lookup];
  const statuses = { 200: successOf(facts, language), ...failuresByStatus(facts, language) };
  return lookup === 'renap' ? withRegistryStatuses(statuses, language) : statuses;
}

function successOf(facts: LookupFacts, language: Language): ResponseObject {
  const { answers, billed, family, result } = facts;
  const schema = family === 'catalogos' ? wrapped(result) : refTo(result);
  const examples = examplesOf(answers, billed ? 'yes' : 'no', language);
  return responseOf(200, billed, contractTexts[language].success, { schema, examples });
}

function responseOf(
  status: number,
  billed: boolean,
  description: string,
  json: MediaType,
): ResponseObject {
  return {
    description,
    headers: headersFor(status, billed),
    content: { 'application/json': json },
  };
}

function wrapped(name: string): JsonSchema {
  const properties = { data: refTo(name) };
  return { type: 'object', properties, required: ['data'], additionalProperties: false };
}

function examplesOf(
  answers: LookupFacts['answers'],
  charged: 'yes' | 'no',
  language: Language,
): Examples {
  return Object.fromEntries(
    Object.entries(answers).map(([name, { summary, value }]) => [
      name,
      { summary: summary[language], value, 'x-charged': charged },
    ]),
  );
}

function failuresByStatus(facts: LookupFacts, language: Language): Responses {
  const names = failuresOf(facts.family);
  const statusOf = (name: Failure) => failureAnswers[facts.family][name].status;
  const statuses = [...new Set(names.map(statusOf))];
  const responses = statuses.map((status) => {
    const causes = names.filter((name) => statusOf(name) === status);
    return [status, failureResponse(facts, status, causes, language)] as const;
  });
  return Object.fromEntries(responses);
}

function failureResponse(
  facts: LookupFacts,
  status: number,
  names: readonly Failure[],
  language: Language,
): ResponseObject {
  const { family, billed } = facts;
  const causes = names.map((name) => failureTexts[name].summary[language]);
  const [only = ''] = causes;
  const content: Record<string, MediaType> = {};
  for (const name of names) {
    const { type, body } = failureBody(family, name);
    const mediaType = type.split(';', 1)[0] ?? type;
    const value = mediaType === 'application/json' ? parseJson(body) : body;
    const example = failureExample(facts, name, value, language);
    const examples = { ...content[mediaType]?.examples, [name]: example };
    content[mediaType] = { schema: failureSchema(mediaType, family, status), examples };
  }
  const description = causes.length === 1 ? only : causes.map((cause) => `- ${cause}`).join('\n');
  return { description, headers: headersFor(status, billed), content };
}

function failureExample(
  facts: LookupFacts,
  name: Failure,
  value: unknown,
  language: Language,
): Example {
  const texts = contractTexts[language];
  const { retry, contact } = failures[name];
  const charge = chargeAfter(name, facts);
  const { summary, description } = failureTexts[name];
  const advice = [texts.charge[charge], texts.retry[retry], texts.contactWhom[contact]].join(' ');
  return {
    summary: summary[language],
    description: description === undefined ? advice : `${description[language]}\n\n${advice}`,
    value,
    'x-charged': charge,
    'x-retry': retry,
    'x-contact': contact,
  };
}

function failureSchema(mediaType: string, family: Family, status: number): JsonSchema {
  if (mediaType !== 'application/json') return { type: 'string' };
  if (family === 'catalogos') return refTo('CatalogError');
  if (family === 'renap') return { anyOf: [refTo('RegistryError'), refTo('LookupEnvelope')] };
  if (status !== 400) return refTo('RegistryError');
  return { anyOf: [refTo('RegistryError'), refTo('BatchRejection')] };
}

/**
 * Adds the statuses of the person registry, which become the answer's. A status that is also a
 * failure of ours lists both shapes in its schema; any other is the default.
 */
function withRegistryStatuses(responses: Responses, language: Language): Responses {
  const { other, failure } = contractTexts[language].registryStatus;
  const schema = refTo('LookupEnvelope');
  const examples = (status: keyof typeof registryFailures) =>
    examplesOf(registryFailures[status], 'no', language);
  const { 400: invalid } = responses;
  const json = invalid?.content['application/json'];
  if (invalid === undefined || json === undefined) throw new Error('There is no JSON for a 400.');
  const both = { ...json, examples: { ...json.examples, ...examples(400) } };
  return {
    ...responses,
    400: { ...invalid, content: { 'application/json': both } },
    404: responseOf(404, false, failure, { schema, examples: examples(404) }),
    default: responseOf(200, false, other, { schema }),
  };
}

/** Sent only to integrations with receipts, and with repetitions under an idempotency key. */
const receipt = {
  'x-consulta-sin-cobro': header('ConsultaSinCobro'),
  'x-consulta-id': header('ConsultaId'),
  'x-consulta-cobro': header('ConsultaCobro'),
  'x-saldo-disponible': header('SaldoDisponible'),
};

function headersFor(status: number, billed: boolean): ResponseObject['headers'] {
  const always = { 'x-request-id': header('RequestId'), 'cache-control': header('CacheControl') };
  if (status === 405) return { ...always, allow: header('Allow') };
  return {
    ...always,
    'ratelimit-policy': header('RateLimitPolicy'),
    ratelimit: header('RateLimit'),
    ...(billed && status !== 413 ? receipt : {}),
    ...(status === 200 ? { 'x-consulta-constancia': header('Constancia') } : {}),
  };
}

function header(name: HeaderName) {
  return { $ref: `#/components/headers/${name}` };
}
