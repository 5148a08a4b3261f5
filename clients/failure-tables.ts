import {
  type Contact,
  type FailureAnswer,
  failures,
  failuresOf,
  type Retry,
} from '@/lib/contract/failures';
import { FAMILIES } from '@/lib/contract/families';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { documentDigest } from '@/lib/contract/openapi/digest';
import { REVISION } from '@/lib/contract/revision';

/** Writes the tables of failures into the clients of one file each. */

/** Kinds of error by status, the same in every client. */
export const KINDS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'key_conflict',
  413: 'too_large',
  422: 'key_reused',
  429: 'rate_limited',
  500: 'server_error',
  502: 'unavailable',
};

interface Syntax {
  readonly constant: (name: string, value: string | number) => string;
  readonly begin: (name: string) => string;
  readonly row: (key: string | number, values: readonly string[]) => string;
  readonly end: string;
  readonly comment: string;
}

const quoted = (text: string) => JSON.stringify(text);
const single = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replace(/['\\]/g, '\\$&')}'`;
const one = (values: readonly string[], wrap: (list: string) => string, write = quoted) =>
  values.length === 1 ? write(values[0] ?? '') : wrap(values.map(write).join(', '));

const SYNTAX: Readonly<Record<string, Syntax>> = {
  'php/Pasarela.php': {
    constant: (name, value) => `    public const ${name} = ${single(value)};`,
    begin: (name) => `    private const ${name} = [`,
    row: (key, values) =>
      `        ${single(key)} => ${one(values, (list) => `[${list}]`, single)},`,
    end: '    ];',
    comment: '    // ',
  },
  'python/pasarela.py': {
    constant: (name, value) => `${name} = ${JSON.stringify(value)}`,
    begin: (name) => `${name} = {`,
    row: (key, values) => `    ${JSON.stringify(key)}: ${one(values, (list) => `(${list})`)},`,
    end: '}',
    comment: '# ',
  },
  'java/Pasarela.java': compiled('String', 'public static final', 'private static final', '{'),
  'csharp/Pasarela.cs': compiled('string', 'public const', 'private static readonly', 'new[] {'),
};

/** Java and C# differ in little. They write other letters than ASCII so that no encoding matters. */
function compiled(text: string, constant: string, table: string, open: string): Syntax {
  const ascii = (value: string) =>
    JSON.stringify(value).replace(
      /[^ -~]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return {
    constant: (name, value) =>
      `    ${constant} ${typeof value === 'number' ? 'int' : text} ${name} = ${JSON.stringify(value)};`,
    begin: (name) => `    ${table} ${text}[][] ${name} = {`,
    row: (key, values) =>
      `        ${open}${[String(key), ...values].map(ascii).join(', ')}${open === '{' ? '}' : ' }'},`,
    end: '    };',
    comment: '    // ',
  };
}

/** The client files that have tables, below this folder. */
export const SINGLE_FILES = Object.keys(SYNTAX);

/** Returns the text of a client with the tables of today between its two marks. */
export function withTables(file: string, source: string): string {
  const syntax = SYNTAX[file];
  if (syntax === undefined) throw new Error(`${file} has no tables.`);
  const { comment } = syntax;
  const [begin, end] = [`${comment}<generated>\n`, `${comment}</generated>\n`];
  const from = source.indexOf(begin);
  const to = source.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no marks.`);
  return `${source.slice(0, from)}${begin}${tables(syntax)}\n${source.slice(to)}`;
}

function tables({ constant, begin, row, end, comment }: Syntax): string {
  const { statuses, contacts } = failureTables();
  return [
    `${comment}Made from the contract by npm run client:generate. Digest:`,
    `${comment}${documentDigest()}`,
    constant('VERSION', REVISION),
    constant('REPETITIONS', keyFacts.keyRepetitions),
    constant('KEY_MINUTES', keyFacts.keyMinutes),
    begin('STATUSES'),
    ...statuses.map(([status, ...facts]) => row(status, facts)),
    end,
    begin('CONTACTS'),
    ...contacts.map(([text, contact]) => row(text, [contact])),
    end,
  ].join('\n');
}

/** The one that promises least comes first: clients see the status alone. */
const RETRIES: readonly Retry[] = [
  'minutes',
  'window',
  'moments',
  'backoff',
  'later',
  'resolved',
  'corrected',
];

interface Known extends FailureAnswer {
  readonly retry: Retry;
  readonly contact: Contact;
}

/** By status its kind, when to repeat and whom to ask; by text whom to ask, where that differs. */
function failureTables() {
  const known: Known[] = FAMILIES.flatMap((family) =>
    failuresOf(family).flatMap((name) => {
      const answer = failures[name].answers[family];
      const { retry, contact } = failures[name];
      return answer === undefined ? [] : [{ ...answer, retry, contact }];
    }),
  );
  const lacking = known.find(({ status }) => KINDS[status] === undefined);
  if (lacking !== undefined) {
    throw new Error(
      `The status ${lacking.status} has no kind: add it to KINDS in clients/failure-tables.ts, and to clients/typescript/test/types.ts.`,
    );
  }
  const statuses = Object.entries(KINDS).map(([status, kind]) => {
    const causes = known.filter((cause) => cause.status === Number(status));
    const contacts = new Set(causes.map(({ contact }) => contact));
    const retry = RETRIES.find((first) => causes.some((cause) => cause.retry === first));
    const [only = 'support'] = contacts;
    const contact: Contact = contacts.size === 1 ? only : 'support';
    return [Number(status), kind, retry ?? 'resolved', contact] as const;
  });
  const usual = new Map(statuses.map(([status, , , contact]) => [status, contact]));
  // The first of several causes with one text is what its reader can check first.
  const firsts = known.filter(
    ({ text }, index) => index === known.findIndex((cause) => cause.text === text),
  );
  const contacts = firsts
    .filter(({ status, contact }) => contact !== usual.get(status))
    .map(({ text, contact }) => [text, contact] as const);
  return { statuses, contacts };
}
