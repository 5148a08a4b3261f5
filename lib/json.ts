/** A JSON object as `JSON.parse` gives it: not an array, not null. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses text; anything that is not JSON is `undefined`, which no JSON text can produce. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Text that PostgreSQL can store: NUL and lone surrogates, both legal in a JSON string, are neither
 * in `text` nor in `jsonb`. What the source receives is not touched by this.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
