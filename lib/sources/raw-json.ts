/**
 * Finds values in JSON text without parsing them, to pass them on exactly as written: numbers
 * beyond double precision, `1.10` and the order of numeric keys do not survive `JSON.parse`. The
 * text must be valid JSON. Nothing recurses, so any depth is safe.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const COMMA = 0x2c;
const SPACE = 0x20;

/** Returns the text of a member of an object. The last one wins, as in `JSON.parse`. */
export function memberText(text: string, key: string): string | undefined {
  const quoted = JSON.stringify(key);
  let member: string | undefined;
  let at = afterSpace(text, text.indexOf('{') + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(text, at);
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    const name = text.slice(at, nameEnd);
    const escaped = name.includes('\\');
    if (escaped ? JSON.parse(name) === key : name === quoted) member = text.slice(start, end);
    const next = afterSpace(text, end);
    at = text.charCodeAt(next) === COMMA ? afterSpace(text, next + 1) : next;
  }
  return member;
}

/** Writes an object as JSON, using `written` for members that already are JSON text. */
export function writeObject(value: object, written?: ReadonlyMap<string, string>): string {
  if (written === undefined) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${written.get(key) ?? JSON.stringify(member)}`,
  );
  return `{${members.join(',')}}`;
}

/** Skips white space: outside of strings, JSON has no other character up to the code of a blank. */
function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  return OPENING.has(first) ? endOfNested(text, start) : endOfScalar(text, start);
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth === 0) return at + 1;
  }
}

function endOfScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === COMMA || CLOSING.has(code)) return at;
    at += 1;
  }
  return at;
}
