import { adviceFor, failuresOf, type VisibleFailure } from '@/lib/contract/advice';
import { failureAnswers, failureBody } from '@/lib/contract/errors';
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

/** Every status that a lookup can answer, each with all of its causes as examples. */
export function responsesOf(lookup: Lookup, language: Language, texts: ContractTexts): Responses {
  const statuses = { 200: successOf(lookup, language, texts), ...failuresByStatus(lookup, texts) };
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

function failuresByStatus(lookup: Lookup, texts: ContractTexts): Responses {
  const { family } = lookupFacts[lookup];
  const byStatus = new Map<number, VisibleFailure[]>();
  for (const failure of failuresOf(family)) {
    const { status } = failureAnswers[family][failure];
    byStatus.set(status, [...(byStatus.get(status) ?? []), failure]);
  }
  const responses = [...byStatus].map(
    ([status, failures]) => [status, failureResponse(lookup, status, failures, texts)] as const,
  );
  return Object.fromEntries(responses);
}

function failureResponse(
  lookup: Lookup,
  status: number,
  failures: readonly VisibleFailure[],
  texts: ContractTexts,
): ResponseObject {
  const { family } = lookupFacts[lookup];
  const causes = failures.map((failure) => texts.failures[failure].summary);
  const [only = ''] = causes;
  const content: Record<string, MediaType> = {};
  for (const failure of failures) {
    const { type, body } = failureBody(family, failure);
    const mediaType = type.split(';', 1)[0] ?? type;
    const known = content[mediaType]?.examples ?? {};
    const value = mediaType === 'application/json' ? parseJson(body) : body;
    const examples = { ...known, [failure]: failureExample(lookup, failure, value, texts) };
    content[mediaType] = { schema: failureSchema(mediaType, family, status), examples };
  }
  const description = causes.length === 1 ? only : causes.map((cause) => `- ${cause}`).join('\n');
  return { description, headers: headersFor(status, lookupFacts[lookup].billed), content };
}

function failureExample(
  lookup: Lookup,
  failure: VisibleFailure,
  value: unknown,
  texts: ContractTexts,
): Example {
  const { charge, retry, contact } = adviceFor(failure, lookupFacts[lookup]);
  const { summary, description } = texts.failures[failure];
  const facts = [texts.charge[charge], texts.retry[retry], texts.contactWhom[contact]];
  return {
    summary,
    description: `${description}\n\n${facts.join(' ')}`,
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
 * The person registry's status becomes the answer's, so any status may come with the envelope. A
 * status that one of our failures has too says so in its schema; the others are ranges.
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

/** What only some integrations and some repetitions get. */
const receipt = {
  'idempotency-replayed': header('IdempotencyReplayed'),
  'x-consulta-id': header('ConsultaId'),
  'x-consulta-cobro': header('ConsultaCobro'),
  'x-saldo-disponible': header('SaldoDisponible'),
};

/** What every answer carries, and what only some do. */
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
