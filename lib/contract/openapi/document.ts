import type { Language } from '@/lib/base/values/language';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { REVISION } from '@/lib/contract/revision';
import { answerHeaders, requestHeaders } from './headers';
import { responsesOf } from './responses';
import { componentSchemas, refTo } from './schemas';
import { contractTexts, descriptionOf, type Quotas, termsOf } from './texts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
export type Operation = ReturnType<typeof operationOf>;

const TAG = { registries: 'registros', catalogs: 'catalogos' };

/** Makes the OpenAPI 3.1 document. Its server is `/`: the deployment that it was read from. */
export function openApiDocument(language: Language, quotas: Quotas) {
  const texts = contractTexts[language];
  const { title, summary, license, contact, tags } = texts;
  const paths = LOOKUPS.map(
    (lookup) =>
      [lookupFacts[lookup].path, { post: operationOf(lookup, language, quotas) }] as const,
  );
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: REVISION,
      summary,
      description: descriptionOf(texts, quotas),
      contact: { name: contact },
      license: { name: license, identifier: 'LicenseRef-Pasarela' },
    },
    servers: [{ url: '/', description: texts.server }],
    tags: [
      { name: TAG.registries, ...tags.registries },
      { name: TAG.catalogs, ...tags.catalogs },
    ],
    security: [{ login: [], token: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: componentSchemas(language),
      parameters: requestHeaders(texts),
      headers: answerHeaders(texts),
      securitySchemes: {
        login: apiKey('x-integracion-login', texts.security.login),
        token: apiKey('x-integracion-token', texts.security.token),
      },
    },
  };
}

function apiKey(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description };
}

function operationOf(lookup: Lookup, language: Language, quotas: Quotas) {
  const facts = lookupFacts[lookup];
  const { operationId, family, flag, billed } = facts;
  const texts = contractTexts[language];
  const quota = quotas[family];
  const examples = Object.entries(facts.questions).map(
    ([name, { summary, value }]) => [name, { summary: summary[language], value }] as const,
  );
  const json = { schema: refTo(facts.request), examples: Object.fromEntries(examples) };
  return {
    operationId,
    summary: facts.title[language],
    description: `${facts.description[language]}\n\n${termsOf(texts, facts, quota)}`,
    tags: [family === 'catalogos' ? TAG.catalogs : TAG.registries],
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      ...(billed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    requestBody: {
      required: true,
      description: texts.requestBody,
      content: { 'application/json': json },
    },
    responses: responsesOf(lookup, language),
    'x-flag': flag,
    'x-billed': billed,
    'x-quota': { requests: quota, seconds: 60, counter: family },
  };
}
