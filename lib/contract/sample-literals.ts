/** Writes JSON as a literal of each language of the samples. */

export function javaText(json: string): string {
  return `"${json.replaceAll('"', '\\"')}"`;
}

/** Puts a space after each comma and colon outside strings. */
function spaced(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) =>
    part.length > 1 ? part : `${part} `,
  );
}

function outsideTexts(json: string, rewrite: (part: string) => string): string {
  return spaced(json).replaceAll(/("(?:[^"\\]|\\.)*")|[^"]+/g, (part, text) =>
    text === undefined ? rewrite(part) : part,
  );
}

export function objectLiteral(json: string): string {
  return spaced(json)
    .replaceAll(/"(\w+)": /g, '$1: ')
    .replace(/^\{/, '{ ')
    .replace(/\}$/, ' }')
    .replaceAll('"', "'");
}

export function pythonic(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return outsideTexts(json, (part) =>
    part.replaceAll(/true|false|null/g, (word) => words[word] ?? word),
  );
}

export function phpArray(json: string): string {
  return outsideTexts(json, (part) =>
    part.replaceAll(': ', ' => ').replaceAll('{', '[').replaceAll('}', ']'),
  ).replaceAll('"', "'");
}
