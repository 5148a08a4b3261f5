import { expect, it } from 'vitest';
import { everything } from '@/testing/scope';
import { QUICK, runAttacks } from './campaign';

/** `npm run test:all` has the others too. */
const ATTACKS = [
  ...(everything ? ['GET /docs from one address'] : []),
  ...['9.8 MB, wide', '200 bodies held'],
  ...(everything
    ? [
        ...['200 pages unread', '50 sign-ins', '100 queries at a hung source'],
        ...['pages process killed', 'pages process out of memory'],
      ]
    : []),
];

it('answers every lookup while the app is attacked', async () => {
  const includes = (name: string) => ATTACKS.includes(name);
  const rows = await runAttacks({ ...QUICK, includes }, () => {});
  expect(rows.map(({ name, load, problems }) => ({ name, ...load.failures, problems }))).toEqual(
    ATTACKS.map((name) => ({ name, problems: [] })),
  );
});
