import fc from 'fast-check';
import { z } from 'zod';

/**
 * What the document uses to say what a question looks like. A schema that says more fails to parse,
 * and then this file has something to learn.
 */
const note = { description: z.string().optional(), default: z.unknown().optional() };
const textSchema = z.strictObject({
  type: z.literal('string'),
  pattern: z.literal('\\S').optional(),
  ...note,
});
const flagSchema = z.strictObject({ type: z.literal('boolean'), ...note });
const listSchema = z.strictObject({
  type: z.literal('array'),
  minItems: z.int(),
  maxItems: z.int(),
  items: textSchema,
  ...note,
});
const fieldSchema = z.discriminatedUnion('type', [textSchema, flagSchema, listSchema]);
const questionSchema = z.strictObject({
  type: z.literal('object'),
  properties: z.record(z.string(), fieldSchema),
  required: z.array(z.string()).default([]),
  anyOf: z.array(z.strictObject({ required: z.array(z.string()) })).optional(),
  ...note,
});

type Field = z.infer<typeof fieldSchema>;
type Text = z.infer<typeof textSchema>;
export type QuestionSchema = z.infer<typeof questionSchema>;
export type Question = Readonly<Record<string, unknown>>;

export function readQuestionSchema(schema: unknown): QuestionSchema {
  return questionSchema.parse(schema);
}

/** Values that mean something to whoever is asked, by name of the field. */
export type Lexicon = Readonly<Record<string, readonly string[]>>;

/** Any JavaScript string: also half a surrogate pair, NUL, right-to-left marks. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => {
    return String.fromCharCode(...units);
  }),
);

/** Bodies that the schema admits. */
export function questions(schema: QuestionSchema, lexicon: Lexicon): fc.Arbitrary<Question> {
  const { properties, required, anyOf = [{ required: [] }] } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, values(field, lexicon[name])]),
  );
  const records = anyOf.map((more) =>
    fc.record(fields, { requiredKeys: [...required, ...more.required] }),
  );
  return fc.oneof(...records);
}

function values(field: Field, known: readonly string[] | undefined): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'string':
      return texts(field, known);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(texts(field.items, known), {
        minLength: field.minItems,
        maxLength: field.maxItems,
      });
  }
}

function texts({ pattern }: Text, known: readonly string[] = []): fc.Arbitrary<string> {
  const any = pattern === undefined ? anyText : anyText.filter((text) => /\S/u.test(text));
  if (known.length === 0) return any;
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, any);
}
