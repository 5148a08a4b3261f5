import { failureTexts } from '@/lib/contract/failure-texts';
import {
  chargeAfter,
  type Failure,
  failureAnswers,
  failureBody,
  failures,
  failuresOf,
} from '@/lib/contract/failures';
import type { Family } from '@/lib/contract/families';
import { type Lookup, type LookupFacts, lookupFacts } from '@/lib/contract/lookups';
import { registryFailures } from '@/lib/contract/lookups/renap';
import { parseJson } from '@/lib/json';
import type { Language } from '@/lib/language';
import type { HeaderName } from './headers';
import type { Example, JsonSchema, MediaType, Reference, ResponseObject } from './model';
import { refTo } from './schemas';
import type { ContractTexts } from './texts/texts';

type Responses = Readonly<Record<string, ResponseObject>>;

/** Describes every status that a lookup can answer, with each cause as an example. */
export function responsesOf(lookup: Lookup, language: Language, texts: ContractTexts): Responses {
  const statuses = {
    200: successOf(lookup, language, texts),
    ...failuresByStatus(lookup, language, texts),
  };
  return lookup === 'renap' ? withRegistryStatuses(statuses, language, texts) : statuses;
}

function successOf(lookup: Lookup, language: Language, texts: ContractTexts): ResponseObject {
  const { answers, billed, family, result } = lookupFacts[lookup];
  const schema = family === 'catalogos' ? wrapped(result) : refTo(result);
  return {
    description: texts.success,
    headers: headersFor(200, billed),
    content: {
      'application/json': {
        schema,
        examples: examplesOf(answers, billed ? 'yes' : 'no', language),
      },
    },
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
): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, { summary, value }]) => [
      name,
      { summary: summary[language], value, 'x-charged': charged },
    ]),
  );
}

function failuresByStatus(lookup: Lookup, language: Language, texts: ContractTexts): Responses {
  const { family } = lookupFacts[lookup];
  const byStatus = new Map<number, Failure[]>();
  for (const name of failuresOf(family)) {
    const { status } = failureAnswers[family][name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  const responses = [...byStatus].map(
    ([status, names]) => [status, failureResponse(lookup, status, names, language, texts)] as const,
  );
  return Object.fromEntries(responses);
}

function failureResponse(
  lookup: Lookup,
  status: number,
  names: readonly Failure[],
  language: Language,
  texts: ContractTexts,
): ResponseObject {
  const { family, billed } = lookupFacts[lookup];
  const causes = names.map((name) => failureTexts[name].summary[language]);
  const [only = ''] = causes;
  const content: Record<string, MediaType> = {};
  for (const name of names) {
    const { type, body } = failureBody(family, name);
    const mediaType = type.split(';', 1)[0] ?? type;
    const known = content[mediaType]?.examples ?? {};
    const value = mediaType === 'application/json' ? parseJson(body) : body;
    const example = failureExample(lookup, name, value, language, texts);
    const examples = { ...known, [name]: example };
    content[mediaType] = { schema: failureSchema(mediaType, family, status), examples };
  }
  const description = causes.length === 1 ? only : causes.map((cause) => `- ${cause}`).join('\n');
  return { description, headers: headersFor(status, billed), content };
}

function failureExample(
  lookup: Lookup,
  name: Failure,
  value: unknown,
  language: Language,
  texts: ContractTexts,
): Example {
  const { retry, contact } = failures[name];
  const charge = chargeAfter(name, lookupFacts[lookup]);
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
 * failure of ours lists both shapes in its schema; the others are ranges.
 */
function withRegistryStatuses(
  responses: Responses,
  language: Language,
  texts: ContractTexts,
): Responses {
  const { success, failure } = texts.registryStatus;
  const own = (description: string, examples?: MediaType['examples']): ResponseObject => ({
    description,
    headers: headersFor(404, false),
    content: {
      'application/json': { schema: refTo('LookupEnvelope'), ...(examples && { examples }) },
    },
  });
  return {
    ...responses,
    400: withExamples(responses[400], examplesOf(registryFailures[400], 'no', language)),
    404: own(failure, examplesOf(registryFailures[404], 'no', language)),
    '2XX': own(success),
    '4XX': own(failure),
    '5XX': own(failure),
  };
}

function withExamples(
  response: ResponseObject | undefined,
  more: NonNullable<MediaType['examples']>,
): ResponseObject {
  const json = response?.content['application/json'];
  if (response === undefined || json === undefined) throw new Error('no such response');
  const examples = { ...json.examples, ...more };
  return { ...response, content: { 'application/json': { ...json, examples } } };
}

/** Sent only to integrations with receipts, and with repetitions under an idempotency key. */
const receipt = {
  'idempotency-replayed': header('IdempotencyReplayed'),
  'x-consulta-id': header('ConsultaId'),
  'x-consulta-cobro': header('ConsultaCobro'),
  'x-saldo-disponible': header('SaldoDisponible'),
};

function headersFor(status: number, billed: boolean): Readonly<Record<string, Reference>> {
  const always = { 'x-request-id': header('RequestId'), 'cache-control': header('CacheControl') };
  if (status === 405) return { ...always, allow: header('Allow') };
  return {
    ...always,
    'ratelimit-policy': header('RateLimitPolicy'),
    ratelimit: header('RateLimit'),
    ...(billed && status !== 413 ? receipt : {}),
  };
}

function header(name: HeaderName): Reference {
  return { $ref: `#/components/headers/${name}` };
}
