import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { lookupQuestions } from '@/lib/contract/questions';
import { REVISION } from '@/lib/contract/revision';
import { answerHeaders, requestHeaders } from './headers';
import type { Example, OpenApiDocument, Operation } from './model';
import { responsesOf } from './responses';
import { componentSchemas, refTo, type SchemaName } from './schemas';
import { en } from './texts/en';
import { es } from './texts/es';
import { schemasEn } from './texts/schemas-en';
import { schemasEs } from './texts/schemas-es';
import type { ContractTexts, Language, Quotas } from './texts/texts';

export const contractTexts: Readonly<Record<Language, ContractTexts>> = { es, en };
const schemaTexts = { es: schemasEs, en: schemasEn };

const TAG = { registries: 'registros', catalogs: 'catalogos' } as const;

const requestSchema: Readonly<Record<Lookup, SchemaName>> = {
  renap: 'RenapRequest',
  rtu: 'RtuRequest',
  'cui-nit': 'CatalogRequest',
  'rtu-v2': 'CatalogRtuRequest',
  omisos: 'CatalogRequest',
};

/**
 * The contract as an OpenAPI 3.1 document, made from what validates the requests, shapes the answers
 * and words the failures. The server is `/`: wherever the document was read from.
 */
export function openApiDocument(language: Language, quotas: Quotas): OpenApiDocument {
  const texts = contractTexts[language];
  const { title, summary, license, contact } = texts;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: REVISION,
      summary,
      description: texts.description(quotas),
      contact: { name: contact },
      license: { name: license, identifier: 'LicenseRef-Pasarela' },
    },
    servers: [{ url: '/', description: texts.server }],
    tags: [
      { name: TAG.registries, ...texts.tags.registries },
      { name: TAG.catalogs, ...texts.tags.catalogs },
    ],
    security: [{ login: [], token: [] }],
    paths: Object.fromEntries(
      LOOKUPS.map((lookup) => [
        lookupFacts[lookup].path,
        { post: operationOf(lookup, texts, quotas) },
      ]),
    ),
    components: {
      schemas: componentSchemas(schemaTexts[language]),
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
  return { type: 'apiKey', in: 'header', name, description } as const;
}

function operationOf(lookup: Lookup, texts: ContractTexts, quotas: Quotas): Operation {
  const { operationId, family, flag, billed } = lookupFacts[lookup];
  const { summary, description } = texts.lookups[lookup];
  const quota = quotas[family];
  return {
    operationId,
    summary,
    description: `${description}\n\n${texts.terms(flag, quota, family, billed)}`,
    tags: [family === 'catalogos' ? TAG.catalogs : TAG.registries],
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      ...(billed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    requestBody: {
      required: true,
      description: texts.requestBody,
      content: {
        'application/json': {
          schema: refTo(requestSchema[lookup]),
          examples: questionsOf(lookup, texts),
        },
      },
    },
    responses: responsesOf(lookup, texts),
    'x-flag': flag,
    'x-billed': billed,
    'x-quota': { requests: quota, seconds: 60, counter: family },
  };
}

function questionsOf(lookup: Lookup, { examples }: ContractTexts): Record<string, Example> {
  const summaries: Readonly<Record<string, string>> = examples;
  return Object.fromEntries(
    Object.entries(lookupQuestions[lookup]).map(([name, value]) => [
      name,
      { summary: summaries[name] ?? name, value },
    ]),
  );
}
