import { exportBody } from '@/testing/signed-in';
import type { Accident } from './accidents';
import type { AttackJob, AttackRequest, Outcomes } from './job';
import { attacksOfOneUser } from './one-user';

/** Something that strangers or users do to the app during lookups. */
export interface Attack {
  readonly name: string;
  /** Work of the attackers, without the target's port and the network of their addresses. */
  readonly job: Omit<AttackJob, 'port' | 'network'>;
  /** Whether the attackers reach the app through HAProxy. */
  readonly throughProxy?: boolean;
  /** Accident of the pages process during the attack. */
  readonly accident?: Accident;
  readonly exportsRecords?: boolean;
  /** Whether others must get new connections and answers to their sign-ins meanwhile. */
  readonly signIns?: boolean;
  /** Whether somebody else, signed in, must be served pages nearly as quickly as without it. */
  readonly pagesOfOthers?: boolean;
  /** Describes what the attack must not have caused; undefined when all is well. */
  readonly after?: () => string | undefined;
  /** Describes a wrong answer to the attackers; undefined when all is well. */
  readonly check?: (outcomes: Outcomes) => string | undefined;
}

/** Sizes of the attacks of a run. */
export interface Scale {
  readonly connections: number;
  readonly open: number;
  readonly signIns: number;
  readonly exports: number;
}

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const JSON_TYPE = { 'content-type': 'application/json', ...SAME_ORIGIN };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', ...SAME_ORIGIN };
/** An id of no action, in the form of Next's ids. */
const UNKNOWN_ACTION = {
  'next-action': '7f00000000000000000000000000000000000000aa',
  'content-type': 'text/plain;charset=UTF-8',
  ...SAME_ORIGIN,
};

const get = (path: string): AttackRequest => ({ method: 'GET', path, headers: {} });

/** Pages for everybody; the public ones among them are kept once they have been rendered. */
const PAGES = [
  '/',
  '/docs',
  '/docs?lang=en',
  '/docs/reference',
  '/docs/reference/frame',
  '/docs/reference/component',
  '/openapi.json',
  '/login',
  '/console',
  '/api/auth/session',
  '/not-a-page',
  '/health',
];

/** Pages name their own address, so each host needs a page of its own. */
const HOSTS = Array.from({ length: 40 }, (_, number) => `host-${number}.example`);

const BODY_BYTES = 9_800_000;
const AUTH = '/api/auth/callback/credentials';
const TARGETS = [AUTH, '/api/auth/signin', '/login', '/docs'];

/** Large bodies, half of them of a length that is not announced. */
function largeBodies(shape: 'nested' | 'wide' | 'form'): AttackRequest[] {
  const type = shape === 'form' ? FORM_TYPE : JSON_TYPE;
  return TARGETS.flatMap((path) =>
    [false, true].map((chunked) => ({
      method: 'POST' as const,
      path,
      headers: path === '/login' ? UNKNOWN_ACTION : type,
      body: { shape, bytes: BODY_BYTES },
      chunked,
    })),
  );
}

/** Bodies within the size limits. */
const HELD: readonly AttackRequest[] = [
  { path: AUTH, bytes: 14_000 },
  { path: '/login', bytes: 200_000 },
  { path: '/docs', bytes: 200_000 },
].map(({ path, bytes }) => ({
  method: 'POST',
  path,
  headers: FORM_TYPE,
  body: { shape: 'form', bytes },
}));

/** A lookup without credentials, refused before its body has arrived. */
const EARLY: AttackRequest = {
  method: 'POST',
  path: '/catalogos/rtu',
  headers: { 'content-type': 'application/json' },
  body: { shape: 'form', bytes: 60_000 },
};

/** A body of 1 MiB less 13 bytes: eight of them leave 104 bytes of 8 MiB, too few for a sign-in. */
const LONG: AttackRequest = {
  method: 'POST',
  path: '/login',
  headers: FORM_TYPE,
  body: { shape: 'form', bytes: 1_048_564 },
};

/** A lookup without credentials and body; the connection stays. */
const IDLE: AttackRequest = { method: 'POST', path: '/catalogos/rtu', headers: {} };

function signIns(csrf: Csrf, count: number): AttackRequest[] {
  return Array.from({ length: count }, (_, number) => {
    const email = `nobody-${number}@pasarela.example`;
    const form = new URLSearchParams({ email, password: 'not this one', json: 'true' });
    form.set('csrfToken', csrf.token);
    const headers = { ...FORM_TYPE, cookie: csrf.cookie };
    return { method: 'POST', path: AUTH, headers, body: form.toString() };
  });
}

export interface Csrf {
  readonly cookie: string;
  readonly token: string;
}

/** Signed-in attackers: cookies of sessions, a form's token and the number of e-mails sent. */
export interface Inside {
  readonly cookie: string;
  readonly sessions: readonly string[];
  readonly csrf: Csrf;
  readonly letters: () => number;
}

function got(status: string): NonNullable<Attack['check']> {
  return (outcomes) => (outcomes[status] ? undefined : `nobody got ${status}`);
}

function all(status: string): NonNullable<Attack['check']> {
  return (outcomes) => {
    const others = Object.keys(outcomes).filter((name) => name !== status);
    return others.length === 0 ? undefined : `somebody got ${others.join(', ')}`;
  };
}

const REFUSALS = new Set(['413', '429', '503']);

/** Expects each large body to be refused, or its connection to be closed. */
function refused(outcomes: Outcomes): string | undefined {
  const taken = Object.keys(outcomes).filter(
    (name) => !REFUSALS.has(name) && !name.startsWith('E'),
  );
  if (taken.length > 0) return `large bodies were answered ${taken.join(', ')}`;
  return got('413')(outcomes);
}

/** Every attack, in the order in which they run. */
export function attacksAt({ connections, open, signIns: count, exports }: Scale, inside: Inside) {
  const repeat = { connections, addresses: connections, manner: 'repeat' } as const;
  const users = { ...repeat, requests: [get('/login'), get('/docs')] };
  const action = { method: 'POST', path: '/login', headers: UNKNOWN_ACTION, body: '[]' } as const;
  const exported: AttackRequest = {
    method: 'POST',
    path: '/console/queries/export.csv',
    headers: { ...JSON_TYPE, cookie: inside.cookie },
    body: exportBody('period=all'),
  };
  const spread = { addresses: Math.ceil(open / 50), connections: open };
  const attacks: Attack[] = [
    ...PAGES.map((path) => ({ name: `GET ${path}`, job: { ...repeat, requests: [get(path)] } })),
    {
      name: 'GET /docs of many hosts',
      job: { ...repeat, requests: HOSTS.map((host) => ({ ...get('/docs'), headers: { host } })) },
    },
    { name: 'unknown server action', job: { ...repeat, requests: [action] } },
    {
      name: 'early refusals, HAProxy',
      throughProxy: true,
      // HAProxy takes its share of this machine's processors.
      job: { ...repeat, connections: Math.ceil(connections / 10), requests: [EARLY] },
      check: all('403'),
    },
    {
      name: 'GET /docs from one address',
      job: { ...repeat, addresses: 1, requests: [get('/docs')] },
      check: got('429'),
    },
    ...(['nested', 'wide', 'form'] as const).map((shape) => ({
      name: `9.8 MB, ${shape}`,
      job: { ...repeat, connections: 8, addresses: 8, requests: largeBodies(shape) },
      check: refused,
    })),
    { name: `${open} bodies held`, job: { ...spread, manner: 'hold', requests: [...HELD] } },
    {
      name: 'bodies of 1 MiB held',
      signIns: true,
      job: { connections: 8, addresses: 2, manner: 'hold', requests: [LONG] },
    },
    {
      name: `${10 * open} idle connections`,
      signIns: true,
      job: { connections: 10 * open, addresses: 25, manner: 'hold', requests: [IDLE] },
    },
    {
      name: `${open} pages unread`,
      job: {
        ...spread,
        manner: 'unread',
        pipelined: 20,
        requests: [get('/docs'), get('/docs/reference'), get('/openapi.json')],
      },
    },
    {
      name: `${count} sign-ins`,
      job: {
        manner: 'once',
        connections: count,
        addresses: Math.ceil(count / 4),
        requests: signIns(inside.csrf, count),
      },
    },
    {
      name: `${exports} exports unread`,
      exportsRecords: true,
      job: { manner: 'unread', connections: exports, addresses: 10, requests: [exported] },
    },
    { name: 'pages process killed', job: users, accident: 'kill' },
    { name: 'pages process stopped', job: users, accident: 'stop' },
    { name: 'pages process out of memory', job: users, accident: 'fill' },
  ];
  return [...attacksOfOneUser(inside), ...attacks];
}
