import { expect, it } from 'vitest';
import { everything } from '@/testing/scope';
import { QUICK, runAttacks } from './campaign';
import { runHung } from './hung';

/** `npm run test:all` has the others too. */
const ATTACKS = [
  '9.8 MB, wide',
  '200 bodies held',
  ...(everything
    ? ['200 pages unread', '50 sign-ins', 'pages process killed', 'pages process out of memory']
    : []),
];

it('answers every lookup while the app is attacked', async () => {
  const includes = (name: string) => ATTACKS.includes(name);
  const rows = await runAttacks({ ...QUICK, includes }, () => {});
  expect(rows.map(({ name, load, problems }) => ({ name, ...load.failures, problems }))).toEqual(
    ATTACKS.map((name) => ({ name, problems: [] })),
  );
});

if (everything) {
  it('answers the other lookups while the source of one hangs, and charges nothing for it', async () => {
    const { problems, statuses } = await runHung(300, 3_000);
    expect({ problems, statuses }).toEqual({ problems: [], statuses: { 502: 300 } });
  });
}
