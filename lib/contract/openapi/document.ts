import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { REVISION } from '@/lib/contract/revision';
import type { Language } from '@/lib/language';
import { answerHeaders, requestHeaders } from './headers';
import type { OpenApiDocument, Operation } from './model';
import { responsesOf } from './responses';
import { componentSchemas, refTo } from './schemas';
import { en } from './texts/en';
import { es } from './texts/es';
import type { ContractTexts, Quotas } from './texts/texts';

export const contractTexts: Readonly<Record<Language, ContractTexts>> = { es, en };

const TAG = { registries: 'registros', catalogs: 'catalogos' } as const;

/**
 * Makes the OpenAPI 3.1 document from the declarations of the lookups and the rows of the failures.
 * The server is `/`: the deployment that the document was read from.
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
        { post: operationOf(lookup, language, quotas) },
      ]),
    ),
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
  return { type: 'apiKey', in: 'header', name, description } as const;
}

function operationOf(lookup: Lookup, language: Language, quotas: Quotas): Operation {
  const facts = lookupFacts[lookup];
  const { operationId, family, flag, billed } = facts;
  const texts = contractTexts[language];
  const quota = quotas[family];
  const examples = Object.entries(facts.questions).map(([name, { summary, value }]) => {
    return [name, { summary: summary[language], value }] as const;
  });
  return {
    operationId,
    summary: facts.summary[language],
    description: `${facts.description[language]}\n\n${texts.terms(flag, quota, family, billed)}`,
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
          schema: refTo(facts.request),
          examples: Object.fromEntries(examples),
        },
      },
    },
    responses: responsesOf(lookup, language, texts),
    'x-flag': flag,
    'x-billed': billed,
    'x-quota': { requests: quota, seconds: 60, counter: family },
  };
}
