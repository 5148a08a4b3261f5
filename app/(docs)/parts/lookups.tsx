import { copyTexts, type DocsTexts, docsMessages, type GuideProps } from '@/app/(docs)/texts';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import type { Language } from '@/lib/base/values/language';
import {
  firstAnswer,
  firstQuestion,
  LOOKUPS,
  type Lookup,
  lookupFacts,
} from '@/lib/contract/lookups';
import { MAX_NITS } from '@/lib/contract/lookups/rtu';
import type { OpenApiDocument, Operation } from '@/lib/contract/openapi/document';
import type { Quotas } from '@/lib/contract/openapi/texts';
import { Paragraph, Rows, Section } from './basics';
import { Code } from './code';
import { errorRowsOf } from './errors';
import { Samples } from './samples';
import { TryIt } from './try-it';

interface LookupsProps extends GuideProps {
  readonly document: OpenApiDocument;
}

export function Lookups({ t, document, language }: LookupsProps) {
  return LOOKUPS.map((lookup) => {
    const { path, billed } = lookupFacts[lookup];
    const operation = document.paths[path]?.post;
    if (operation === undefined) return null;
    return (
      <Section
        key={lookup}
        id={anchorOf(lookup)}
        title={operation.summary}
        anchor={t('anchor')}
        level={3}
      >
        <Path t={t} lookup={lookup} />
        {operation.description.split('\n\n').map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <Fields t={t} schema={requestSchema(document, operation)} label={operation.summary} />
        <Samples
          question={firstQuestion(lookup)}
          label={t('lookups.samples')}
          {...(billed && { repeat: t('lookups.repeat') })}
          {...copyTexts(t)}
        />
        <TryIt
          question={firstQuestion(lookup)}
          errors={errorRowsOf(lookup)}
          cost={t(billed ? 'try.billed' : 'try.free')}
          texts={{ ...docsMessages[language].try, ...copyTexts(t) }}
        />
        <details>
          <summary>{t('lookups.answer')}</summary>
          <Code
            code={JSON.stringify(firstAnswer(lookup), null, 2)}
            {...copyTexts(t)}
            label={`${t('lookups.answer')}: ${path}`}
          />
        </details>
        <p>
          <a href={referenceOf(operation, path, language)}>{t('lookups.allFields')}</a>
        </p>
      </Section>
    );
  });
}

export function anchorOf(lookup: Lookup): string {
  return `consulta-${lookup}`;
}

function referenceOf({ tags: [tag = ''] }: Operation, path: string, language: Language): string {
  return `/docs/reference?lang=${language}#tag/${tag}/POST${path}`;
}

export function Path({ t, lookup }: { readonly t: DocsTexts; readonly lookup: Lookup }) {
  const { path, billed } = lookupFacts[lookup];
  return (
    <p className="path">
      <span className="method">POST</span>
      <code>{path}</code>
      <span className={billed ? 'price billed' : 'price'}>{billed ? t('billed') : t('free')}</span>
    </p>
  );
}

function requestSchema(document: OpenApiDocument, { requestBody }: Operation): JsonObject {
  const reference = requestBody.content['application/json']?.schema.$ref;
  const name = String(reference).split('/').at(-1) ?? '';
  return document.components.schemas[name] ?? {};
}

interface FieldsProps {
  readonly t: DocsTexts;
  readonly schema: JsonObject;
  readonly label: string;
}

function Fields({ t, schema, label }: FieldsProps) {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const either = Array.isArray(schema.anyOf) ? ['nit', 'cui'] : [];
  const rows = properties.map(([name, property]) => {
    const { type, description } = isJsonObject(property) ? property : {};
    const need = required.includes(name)
      ? 'required'
      : either.includes(name)
        ? 'oneOf'
        : 'optional';
    return [
      `\`${name}\``,
      <span key="type">
        {typeText(t, type)} <small className={need}>{t(`lookups.${need}`)}</small>
      </span>,
      typeof description === 'string' ? description : '',
    ];
  });
  const columns = [t('lookups.field'), t('lookups.type'), t('lookups.note')];
  return <Rows kind="fields" label={label} columns={columns} rows={rows} />;
}

function typeText(t: DocsTexts, type: unknown): string {
  if (type === 'boolean') return t('lookups.types.boolean');
  return type === 'array' ? t('lookups.types.array') : t('lookups.types.string');
}

/** Maps title, path and code of each lookup. */
export function Codes({ t, language }: GuideProps) {
  return (
    <>
      <Paragraph>{t('lookups.codes')}</Paragraph>
      <Rows
        label={t('lookups.codes')}
        columns={[t('sections.consultas'), t('lookups.path'), t('lookups.code')]}
        rows={LOOKUPS.map((lookup) => {
          const { title, path } = lookupFacts[lookup];
          return [title[language], `\`${path}\``, `\`${lookup}\``];
        })}
      />
    </>
  );
}

export function TwoRtu({ t, quotas }: { readonly t: DocsTexts; readonly quotas: Quotas }) {
  const both = ['rtu', 'rtu-v2'] as const;
  const { rtu, catalogos: limit } = quotas;
  const rows = {
    asks: [t('lookups.twoRtuRows.asksBatch', { nits: MAX_NITS }), t('lookups.twoRtuRows.asksOne')],
    gives: [t('lookups.twoRtuRows.givesBatch'), t('lookups.twoRtuRows.givesOne')],
    costs: [t('free'), t('billed')],
    flag: both.map((lookup) => `\`${lookupFacts[lookup].flag}\``),
    limit: [String(rtu), t('lookups.twoRtuRows.shared', { limit })],
    error: ['`error`', '`message`'],
  };
  const names = Object.keys(rows) as (keyof typeof rows)[];
  const columns = [t('sections.consultas'), ...both.map((lookup) => lookupFacts[lookup].path)];
  return (
    <>
      <Paragraph>{t('lookups.twoRtu')}</Paragraph>
      <Rows
        label={t('lookups.twoRtu')}
        columns={columns}
        rows={names.map((name) => [t(`lookups.twoRtuRows.${name}`), ...rows[name]])}
      />
    </>
  );
}
