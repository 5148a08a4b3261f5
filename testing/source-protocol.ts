import { stringify } from 'yaml';
import { z } from 'zod';
import { schema as settings } from '@/lib/base/env/env-schema';
import { SECOND_MS } from '@/lib/base/time/time';
import { type JsonObject, parseJson } from '@/lib/base/values/json';
import { failureFrom } from '@/lib/contract/ending';
import { failureAnswers } from '@/lib/contract/failures';
import { FAMILIES, type Family } from '@/lib/contract/families';
import * as fields from '@/lib/contract/fields';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { REQUEST_ID_PATTERN } from '@/lib/contract/openapi/headers';
import { refTo } from '@/lib/contract/openapi/schemas';
import { definitions } from '@/lib/sources/definitions';
import { KEEP_ALIVE_MS, MAX_ANSWER_BYTES } from '@/lib/sources/exchange';
import {
  FALSE_WORDS,
  ISO_DATE,
  LOCAL_DATE,
  SUCCESS_WORDS,
  snakeCase,
  TRUE_WORDS,
} from '@/lib/sources/read';
import { ordinaryAnswer } from '@/simulator/answers';
import { readRequest } from '@/simulator/requests';
import { lookups as wire } from '@/simulator/wire';

/** Makes the OpenAPI document of what the gateway sends to sources and accepts from them. */

type Type = z.core.$ZodType;
type Schema = JsonObject;

const NULL = { type: 'null' };
const BLANK = String.raw`^\s*$`;

/** Matches text that a regular expression matches, or white space, which counts as null. */
function orBlank({ source }: RegExp): Schema {
  return { type: 'string', pattern: `${BLANK}|${source}` };
}

/** Matches the words in any case, with white space around them. */
function anyCase(words: readonly string[]): RegExp {
  const letters = words.map((word) =>
    word.replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  return new RegExp(String.raw`^\s*(?:${letters.join('|')})\s*$`);
}

/** Matches the words in any case, with or without accents. */
function anyAccent(words: readonly string[]): RegExp {
  const letters = words.map((word) =>
    word.replace(/[a-z]/g, (letter) => {
      const forms = [
        letter,
        ...(/[aeiou]/.test(letter) ? [`${letter}\u0301`.normalize('NFC')] : []),
      ];
      return `[${forms.join('')}${forms.join('').toUpperCase()}]`;
    }),
  );
  return new RegExp(`^(?:${letters.join('|')})$`);
}

/** A boolean, 0 or 1, or one of the words. */
function flagOf(words: Schema): Schema[] {
  return [{ type: 'boolean' }, { enum: [0, 1] }, words, NULL];
}

const FLAG_WORDS = [...TRUE_WORDS, ...FALSE_WORDS];
const quoted = (words: Iterable<string>) => [...words].map((word) => `\`${word}\``).join(', ');

/** What is read as each of the field types that records share. */
const FIELD_TYPES: Readonly<Record<string, readonly [Type, Schema]>> = {
  Text: [
    fields.text,
    {
      description: 'Text, kept letter for letter. A number becomes its decimal text.',
      type: ['string', 'number', 'null'],
    },
  ],
  Flag: [
    fields.flag,
    {
      description: `A boolean, 1 or 0, or in any case ${quoted(FLAG_WORDS)}.`,
      anyOf: flagOf(orBlank(anyCase(FLAG_WORDS))),
    },
  ],
  NumberCode: [
    fields.numberCode,
    {
      description: 'A number, or text that is a decimal integer without a leading zero.',
      anyOf: [{ type: 'number' }, orBlank(/^\s*(?:0|-?[1-9]\d{0,14})\s*$/), NULL],
    },
  ],
  Date: [
    fields.calendarDate,
    {
      description:
        'A date of the calendar: `1988-04-17`, `19880417`, `17/04/1988` or `17-04-1988`, also with a time behind it. The date is taken as written, whatever the time zone.',
      anyOf: [orBlank(ISO_DATE), orBlank(LOCAL_DATE), NULL],
    },
  ],
  Texts: [
    fields.texts,
    {
      description: 'A list of texts.',
      type: ['array', 'null'],
      items: { type: ['string', 'number', 'null'] },
    },
  ],
  OpaqueObject: [
    fields.opaqueObject,
    {
      description: 'An object of any content, passed on exactly as written.',
      type: ['object', 'null'],
    },
  ],
  OpaqueList: [
    fields.opaqueList,
    {
      description: 'A list of any content, passed on exactly as written.',
      type: ['array', 'null'],
      items: {},
    },
  ],
  CodedValue: [
    fields.codigoDescripcion,
    {
      description:
        'A value of a catalog. Text alone is read as `descripcion`, a number alone as `codigo`. Leading zeros of a code that is text are kept.',
      anyOf: [
        {
          type: 'object',
          properties: {
            codigo: { type: ['string', 'number', 'null'] },
            descripcion: refTo('Text'),
          },
        },
        { type: ['string', 'number', 'null'] },
      ],
    },
  ],
};

const sharedNames = new Map(Object.entries(FIELD_TYPES).map(([name, [type]]) => [type, name]));
const CATALOGS = LOOKUPS.filter((lookup) => lookupFacts[lookup].family === 'catalogos');

/** Says of a record what its types do not. */
const NOTES: Readonly<Record<string, string>> = {
  AfiliacionImpuesto: '`tipo_renta` is read under `isr` alone, `tipo_establecimiento` under `iva`.',
};

/** Makes the schemas of the records from those of the contract, with the names that sources write. */
function recordSchemas(): Record<string, Schema> {
  const named = CATALOGS.flatMap((lookup) =>
    Object.entries(lookupFacts[lookup].recordSchemas).map(([name, { schema }]) => [schema, name]),
  ) as [Type, string][];
  const names = new Map<Type | undefined, string>([...sharedNames, ...named]);
  const objectOf = ({ shape }: z.ZodObject): Schema => ({
    type: ['object', 'null'],
    properties: Object.fromEntries(
      Object.entries(shape)
        // The envelope has it.
        .filter(([field]) => field !== 'fechaConsulta')
        .map(([field, type]) => [snakeCase(field), schemaOf(type)]),
    ),
  });
  const schemaOf = (type: Type): Schema => {
    const name = names.get(type);
    if (name !== undefined) return refTo(name);
    if (type instanceof z.ZodObject) return objectOf(type);
    if (type instanceof z.ZodArray) {
      return { type: ['array', 'null'], items: schemaOf(type.element) };
    }
    const inner = type instanceof z.ZodNullable ? type.unwrap() : undefined;
    if (inner instanceof z.ZodEnum) return wordsOf(inner.options.map(String));
    if (inner !== undefined) return schemaOf(inner);
    throw new Error('A type of field that sources send is not documented.');
  };
  return Object.fromEntries(
    named.map(([type, name]) => {
      const description = NOTES[name];
      return [name, { ...(description && { description }), ...objectOf(type as z.ZodObject) }];
    }),
  );
}

function wordsOf(words: readonly string[]): Schema {
  return {
    description: `In any case, with or without accents: ${quoted(words)}.`,
    ...orBlank(anyAccent(words)),
    type: ['string', 'null'],
  };
}

const ENVELOPES: Readonly<Record<string, Schema>> = {
  Exito: {
    description: `Whether the query succeeded. Absent or null: the status decides. Yes: \`true\`, 1 or, in any case, ${quoted(
      [...TRUE_WORDS, ...SUCCESS_WORDS],
    )}. Anything else is a no, which the integrator receives as 404.`,
    anyOf: flagOf({
      type: 'string',
      pattern: anyCase([...FLAG_WORDS, ...SUCCESS_WORDS]).source,
    }),
  },
  PersonAnswer: {
    type: 'object',
    properties: {
      responseCode: {
        description: "The registry's own code, passed on. Absent or null: the HTTP status.",
        anyOf: [{ type: 'integer' }, orBlank(/^-?\d{1,15}$/), NULL],
      },
      message: { description: 'Text, passed on. Anything else is read as an empty text.' },
      data: { description: 'The person: any JSON, passed on exactly as written.' },
    },
  },
  BatchAnswer: {
    type: 'object',
    required: ['registros'],
    properties: {
      registros: {
        description:
          'The records of the NITs that were found, passed on exactly as written. A NIT without a record is left out.',
        type: 'array',
        items: {},
      },
    },
  },
};

const CATALOG_ENVELOPE = {
  exito: refTo('Exito'),
  mensaje: { description: 'For people. Not read.' },
  fecha_consulta: {
    description: 'When the registry was asked; passed on as text.',
    ...refTo('Text'),
  },
};

function envelopeOf(lookup: Lookup): Schema {
  const { family, result } = lookupFacts[lookup];
  if (family === 'renap') return refTo('PersonAnswer');
  if (family === 'rtu') return refTo('BatchAnswer');
  return { type: 'object', properties: { ...CATALOG_ENVELOPE, datos: refTo(result) } };
}

/** Says what a failure comes to. */
function outcome(family: Family, status = 0): string {
  const failure = failureFrom(family, status);
  return `\`${failure}\`: the integrator receives ${failureAnswers[family][failure].status}, uncharged`;
}

function responsesOf(lookup: Lookup, example: unknown) {
  const { family } = lookupFacts[lookup];
  const failure = outcome(family);
  const schema = envelopeOf(lookup);
  const needsObject = `A body that is no JSON object is ${failure}.`;
  const success = {
    description: needsObject,
    content: { 'application/json': { schema, example } },
  };
  const otherwise = { description: `Read as ${failure}. Redirects are not followed.` };
  if (family === 'renap') {
    const description = `Passed on with its status. ${needsObject}`;
    const passed = { description, content: { 'application/json': { schema } } };
    return { '2XX': success, '3XX': otherwise, '4XX': passed, '5XX': passed };
  }
  const statuses = Array.from({ length: 100 }, (_, at) => 400 + at).filter(
    (status) => failureFrom(family, status) !== failureFrom(family, 0),
  );
  const failures = statuses.map((status) => [
    status,
    { description: `Read as ${outcome(family, status)}.` },
  ]);
  return {
    [family === 'rtu' ? '200' : '2XX']: success,
    ...Object.fromEntries(failures),
    default: otherwise,
  };
}

/** The JSON Schema of what the gateway sends, from the schema of the integrator's request. */
function requestSchemaOf(lookup: Lookup): Schema {
  const { request, requestSchemas } = lookupFacts[lookup];
  const documented = requestSchemas[request];
  if (documented === undefined) throw new Error(`${request} has no schema`);
  const { schema, oneNeeded } = documented;
  const { $schema, ...sent } = z.toJSONSchema(schema, { io: 'output' });
  return { ...sent, ...(oneNeeded && { anyOf: oneNeeded.map((name) => ({ required: [name] })) }) };
}

const WHO_IS_ASKED: Readonly<Record<Family, string>> = {
  renap: 'One person by CUI, as the integrator wrote it.',
  rtu: 'All NITs of a query in one call, in its order and as the integrator wrote them.',
  catalogos:
    'One taxpayer by the identifiers that the integrator sent, as written. With `actualizado` the source asks the registry at that moment; otherwise it may answer from its own copy.',
};

function operationOf(lookup: Lookup) {
  const { family, operationId, title, questions } = lookupFacts[lookup];
  const [question] = Object.values(questions);
  const parsed = definitions[lookup].parse(question?.value);
  const sent = parsed.ok ? JSON.parse(JSON.stringify(parsed.request)) : undefined;
  const example = parseJson(ordinaryAnswer(lookup, readRequest(lookup, JSON.stringify(sent))).body);
  return {
    operationId,
    summary: title.en,
    description: WHO_IS_ASKED[family],
    tags: [family],
    security: [{ [family]: [] }],
    parameters: ['RequestId', 'TraceParent'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: requestSchemaOf(lookup), example: sent } },
    },
    responses: responsesOf(lookup, example),
  };
}

/** The base address of each family's source, which its variable names. */
export const SOURCE_URLS = {
  renap: 'RENAP_URL',
  rtu: 'RTU_URL',
  catalogos: 'CATALOGOS_URL',
} as const satisfies Readonly<Record<Family, string>>;

function serverOf(family: Family) {
  const name = SOURCE_URLS[family];
  const fallback = `https://source.example/${family}`;
  return {
    url: `{${name}}`,
    description: `The setting ${name}.`,
    variables: { [name]: { default: fallback } },
  };
}

/** The path of a lookup below its source's base address. */
export function sourcePath(lookup: Lookup): string {
  return wire[lookup].path.replace(/^\/[^/]+/, '');
}

const { SOURCE_TIMEOUT_MS, SOURCE_MAX_IN_FLIGHT } = settings.parse({});

const DESCRIPTION = `What the gateway sends to the sources whose adapter is \`pasarela\`, and what it accepts from them.

- A query has ${SOURCE_TIMEOUT_MS / SECOND_MS} seconds at most (\`SOURCE_TIMEOUT_MS\`), the body of the answer included. The gateway then closes the connection.
- A body may have ${MAX_ANSWER_BYTES} bytes, before and after decompression. \`gzip\`, \`deflate\` and \`br\` are decompressed.
- The gateway never repeats a request that it sent, and follows no redirect.
- It opens up to ${SOURCE_MAX_IN_FLIGHT} connections for each lookup (\`SOURCE_MAX_IN_FLIGHT\`) and closes one that was idle for ${KEEP_ALIVE_MS / SECOND_MS} seconds; a source that closes them sooner makes queries fail.
- 204 and 205 have no body, so they never succeed.

A source may leave out or send as null every field of \`datos\`, and add others, which are ignored. Blank text counts as null. A value of a form that its schema does not describe is read as null and counted as unreadable.`;

/** Writes docs/source-protocol.yaml. Quotes what other versions of YAML read as dates. */
export function sourceProtocolPage(): string {
  const yaml = stringify(sourceProtocol(), {
    version: '1.1',
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });
  return `# Generated by npm run source:protocol; do not edit.\n${yaml}`;
}

export function sourceProtocol() {
  const paths = LOOKUPS.map((lookup) => {
    const servers = [serverOf(lookupFacts[lookup].family)];
    return [sourcePath(lookup), { servers, post: operationOf(lookup) }] as const;
  });
  const bearer = (name: string) => ({
    type: 'http',
    scheme: 'bearer',
    description: `The setting ${name}.`,
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'The protocol towards sources',
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { name: 'Pasarela' },
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Pasarela' },
    },
    servers: FAMILIES.map(serverOf),
    tags: FAMILIES.map((name) => ({ name, description: `The source at ${SOURCE_URLS[name]}.` })),
    paths: Object.fromEntries(paths),
    components: {
      parameters: {
        RequestId: {
          name: 'x-request-id',
          in: 'header',
          required: true,
          description: "The query's request id, for both logs.",
          schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
        },
        TraceParent: {
          name: 'traceparent',
          in: 'header',
          description: 'The span of the call (W3C Trace Context), when the query is traced.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        renap: bearer('RENAP_TOKEN'),
        rtu: bearer('RTU_TOKEN'),
        catalogos: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The setting CATALOGOS_TOKEN.',
        },
      },
      schemas: {
        ...ENVELOPES,
        ...recordSchemas(),
        ...Object.fromEntries(
          Object.entries(FIELD_TYPES).map(([name, [, schema]]) => [name, schema]),
        ),
      },
    },
  };
}
