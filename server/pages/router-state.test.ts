import { expect, it } from 'vitest';
import { dropUnreadableState } from './router-state';

const NAME = 'next-router-state-tree';

function isKept(state: string): boolean {
  const headers = { [NAME]: state, accept: '*/*' };
  dropUnreadableState(headers);
  expect(headers.accept).toBe('*/*');
  return NAME in headers;
}

it('keeps what the router of a browser sends', () => {
  const state = ['', { children: ['console', { children: ['__PAGE__', {}] }] }, null, null, 1];
  expect(isKept(encodeURIComponent(JSON.stringify(state)))).toBe(true);
});

it.each(['', 'x', '%', '{}', '[]', '[1,{}]', `["${'x'.repeat(50_000)}",{}]`])(
  'drops what Next cannot read (case %#)',
  (state) => {
    expect(isKept(state)).toBe(false);
  },
);
