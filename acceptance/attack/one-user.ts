import { actionIds } from '@/testing/reachable';
import type { Attack, Inside } from './attacks';
import type { AttackRequest } from './job';

/** One signed-in user at their worst: pages of others must stay quick. */

/** As many requests at once as a browser sends, and more. */
const AT_ONCE = 24;
/** A filter of each kind of the list of queries, and pages that sum up many records. */
const LISTS = [
  '/console/queries?period=all',
  '/console/queries?charged=repeated&period=24h',
  '/console/queries?unread=datos.nombre&period=all',
  '/console/queries?slower=7&period=all',
  '/console/queries?outcome=unreadable&period=all',
  '/console/queries?responsible=source&period=all',
  '/console/queries?status=503&period=all',
  '/console/queries?source=catalogos&charged=no&period=all',
  '/console/queries?request=never-sent&period=all',
  '/console/refusals?period=all',
  '/console/statistics?period=12m',
  '/console/audit?target=nobody',
];

const STRANGER = 'stranger@pasarela.example';
const LETTERS = 6;

/** Sessions that the attacks need. */
export const SESSIONS = LISTS.length + 3;

/** Every such attack, each in a session of its own: one that went before leaves it its quota of pages. */
export function attacksOfOneUser({ sessions, letters }: Inside): Attack[] {
  const unused = [...sessions];
  const job = (requests: readonly AttackRequest[]) => {
    const cookie = unused.pop() ?? '';
    const sent = requests.map((one) => ({ ...one, headers: { ...one.headers, cookie } }));
    return { addresses: 1, connections: AT_ONCE, manner: 'repeat' as const, requests: sent };
  };
  const get = (path: string): AttackRequest => ({ method: 'GET', path, headers: {} });
  const ids = actionIds();
  const act = (action: string, input: unknown): AttackRequest => ({
    method: 'POST',
    path: '/console/notices',
    headers: {
      'next-action': ids.get(action) ?? '',
      'content-type': 'text/plain;charset=UTF-8',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify([input]),
  });
  const notice = (name: string, input: object) =>
    act(`ui/actions/notices.ts#${name}`, { owner: null, ...input });
  const add = (channel: string, address: string) =>
    notice('addTarget', { channel, address, locale: 'es', types: [] });
  const names = Array.from({ length: AT_ONCE }, (_, n) =>
    add('webhook', `https://silent-${n}.example/hook`),
  );
  const again = Array.from({ length: LETTERS }, (_, version) =>
    notice('renewConfirmation', { id: 1, expected: version }),
  );
  return [
    ...LISTS.map((path) => ({
      name: `one user: ${path.slice('/console/'.length)}`,
      pagesOfOthers: true,
      job: job([get(path)]),
    })),
    {
      name: 'one user: every action',
      pagesOfOthers: true,
      job: job([...ids.keys()].map((action) => act(action, { id: 1, nombre: 'x', email: 'x' }))),
    },
    {
      name: 'one user: silent DNS server',
      pagesOfOthers: true,
      job: job(names),
    },
    {
      name: 'one user: letters',
      pagesOfOthers: true,
      job: job([add('email', STRANGER), ...again]),
      after: () => (letters() === 1 ? undefined : `${letters()} letters to a stranger`),
    },
  ];
}
