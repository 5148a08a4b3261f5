import { adviceFor, failuresOf, type VisibleFailure } from '@/lib/contract/advice';
import { failureAnswers, failureBody } from '@/lib/contract/errors';
import { type Family, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { parseJson } from '@/lib/json';
import { lookupAnswers, registryAnswers } from './examples';
import type { HeaderName } from './headers';
import type { Example, JsonSchema, MediaType, Reference, ResponseObject } from './model';
import { refTo, type SchemaName } from './schemas';
import type { ContractTexts } from './texts/texts';

type Responses = Readonly<Record<string, ResponseObject>>;

/** What a 200 of each lookup holds. */
const found: Readonly<Record<Lookup, JsonSchema>> = {
  renap: refTo('LookupEnvelope'),
  rtu: refTo('RtuNitsResultado'),
  'cui-nit': wrapped('CuiNitResultado'),
  'rtu-v2': wrapped('RtuResultado'),
  omisos: wrapped('OmisosResultado'),
};

function wrapped(name: SchemaName): JsonSchema {
  const properties = { data: refTo(name) };
  return { type: 'object', properties, required: ['data'], additionalProperties: false };
}

/** Every status that a lookup can answer, each with all of its causes as examples. */
export function responsesOf(lookup: Lookup, texts: ContractTexts): Responses {
  const statuses = { 200: successOf(lookup, texts), ...failuresByStatus(lookup, texts) };
  return lookup === 'renap' ? withRegistryStatuses(statuses, texts) : statuses;
}

function successOf(lookup: Lookup, texts: ContractTexts): ResponseObject {
  const charged = lookupFacts[lookup].billed ? 'yes' : 'no';
  const examples = Object.entries(lookupAnswers[lookup]).map(([name, value]) => {
    const summary = exampleText(name, texts);
    return [name, { summary, value, 'x-charged': charged }] as const;
  });
  return {
    description: texts.success,
    headers: headersFor(200, lookupFacts[lookup].billed),
    content: {
      'application/json': { schema: found[lookup], examples: Object.fromEntries(examples) },
    },
  };
}

function exampleText(name: string, { examples }: ContractTexts): string {
  const all: Readonly<Record<string, string>> = examples;
  return all[name] ?? name;
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
 * The person registry's own status is the answer's, so that any may come, with the envelope. Those that
 * a failure of ours shares say so in their schema; the others stand as ranges.
 */
function withRegistryStatuses(responses: Responses, texts: ContractTexts): Responses {
  const { success, failure } = texts.registryStatus;
  const own = (description: string, examples?: MediaType['examples']): ResponseObject => ({
    description,
    headers: headersFor(404, false),
    content: {
      'application/json': { schema: refTo('LookupEnvelope'), ...(examples && { examples }) },
    },
  });
  const said = (name: keyof typeof registryAnswers) => ({
    [name]: {
      summary: texts.examples[name],
      value: registryAnswers[name],
      'x-charged': 'no' as const,
    },
  });
  return {
    ...responses,
    400: withExamples(responses[400], said('rejectedByRegistry')),
    404: own(failure, said('unknownPerson')),
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
