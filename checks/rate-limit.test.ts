import { expect, it } from 'vitest';
import { readRateLimit } from './rate-limit';

const fields = (policy: string | undefined, state: string | undefined) =>
  readRateLimit({
    ...(policy === undefined ? {} : { 'ratelimit-policy': policy }),
    ...(state === undefined ? {} : { ratelimit: state }),
  });

const read = { quota: 30, remaining: 29, resetSeconds: 60 };

it.each([
  ['"catalogos";q=30;w=60', '"catalogos";r=29;t=60', read],
  ['"day";q=900;w=86400, "m";q=30;w=60', '"day";r=1;t=9, "m";r=29;t=60', read],
  ['"m"; q=30; w=60', '"m"; r=29; t=60', read],
  ['"m";q=30;w=60', '"other";r=29;t=60', undefined],
  ['"m";q=30;w=900', '"m";r=29;t=60', undefined],
  ['"m";q=30;w=60', undefined, undefined],
  [undefined, '"m";r=29;t=60', undefined],
  ['m;q=30;w=60', 'm;r=29;t=60', undefined],
  ['"m";q=30;w=60', '"m";r=-1;t=60', undefined],
])('the fields %j and %j', (policy, state, expected) => {
  expect(fields(policy, state)).toEqual(expected);
});
