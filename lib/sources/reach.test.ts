import { expect, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { recordOf } from '@/lib/base/values/record';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { startRawSource } from '@/testing/raw-source';
import { Channel } from './channel';
import { createReach } from './reach';

const { url } = await startRawSource((_request, response) => response.end());
const gone = `http://127.0.0.1:${await freePort()}`;

/** Makes the check of an instance whose person registry is not there. */
function instance(catalogos: string) {
  const sources = recordOf(LOOKUPS, (lookup) => {
    const at = lookupFacts[lookup].family === 'catalogos' ? catalogos : gone;
    return { url: `${at}/base` };
  });
  const channels = recordOf(LOOKUPS, () => new Channel('source', 8, () => undefined));
  const ask = (lookup: Lookup, result: 'answered' | 'unreachable') => {
    const place = channels[lookup].admit();
    if (typeof place === 'string') throw new Error(place);
    place.report(result);
    place.leave();
  };
  return { ask, unreachable: createReach(sources, channels) };
}

it('an instance is cut off while every lookup in use fails and none of their sources accepts a connection', async () => {
  const { ask, unreachable } = instance(gone);
  expect(await unreachable()).toEqual([]);
  ask('cui-nit', 'answered');
  ask('renap', 'unreachable');
  expect(await unreachable()).toEqual([]);
  ask('cui-nit', 'unreachable');
  expect(await unreachable()).toEqual([gone]);
  ask('renap', 'answered');
  expect(await unreachable()).toEqual([]);
});

it('an instance is not cut off while one of the sources accepts connections, whatever the queries got', async () => {
  const { ask, unreachable } = instance(url);
  ask('renap', 'unreachable');
  expect(await unreachable()).toEqual([gone]);
  ask('omisos', 'unreachable');
  expect(await unreachable()).toEqual([]);
});
