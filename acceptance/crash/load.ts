import { Client, type Question } from '@/acceptance/load/client';
import type { Taxpayer } from '@/lib/contract/lookup-types';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { createPrng, type Prng } from '@/simulator/prng';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import type { Customer, Instances } from './cluster';

const FOUND: readonly Taxpayer[] = [
  wellKnown.individual,
  wellKnown.married,
  wellKnown.defaulter,
  wellKnown.coerced,
  wellKnown.sparse,
  reserved('empty'),
  reserved('nulls'),
];
const NOT_FOUND: readonly Taxpayer[] = [
  wellKnown.unknown,
  reserved('not-successful'),
  reserved('status-400'),
  reserved('status-401'),
  reserved('status-402'),
  reserved('status-403'),
  reserved('status-404'),
  reserved('status-422'),
  reserved('status-429'),
  reserved('status-500'),
  reserved('status-503'),
  reserved('not-json'),
  reserved('reset'),
  reserved('truncated'),
  reserved('redirect'),
];

const FOUND_SHARE = 0.75;
/** Share of catalog queries with a key, and the share of these that is repeated. */
const KEY_SHARE = 0.4;
const REPEAT_SHARE = 0.7;
const HANG_UP_SHARE = 0.06;
const HANG_UP_WITHIN_MS = 120;

/** Has clients ask one query after another, all of whose choices `seed` fixes. */
export function startLoad(
  seed: number,
  clientCount: number,
  instances: Instances,
  customers: readonly Customer[],
): Client<Customer> {
  const load = new Client<Customer>();
  const last = new Map<number, Asked>();
  const prngs = Array.from({ length: clientCount }, (_, place) => createPrng(seed * 1_000 + place));
  let number = 0;
  load.repeat(clientCount, async (place) => {
    const prng = prngs[place] ?? createPrng(seed);
    number += 1;
    const id = `${seed}-${place}-${number}`;
    const before = last.get(place);
    const repeats = before?.key !== undefined && prng.chance(REPEAT_SHARE);
    const asked = repeats ? before : choose(prng, customers, `key-${id}`);
    last.set(place, asked);
    const hangUpAfterMs = prng.chance(HANG_UP_SHARE) ? prng.int(0, HANG_UP_WITHIN_MS) : undefined;
    const url = await instances.address(prng.int(0, 1_000));
    return load.ask(url, { requestId: `crash-${id}`, ...asked }, hangUpAfterMs);
  });
  return load;
}

type Asked = Omit<Question<Customer>, 'requestId'>;

function choose(prng: Prng, customers: readonly Customer[], key: string): Asked {
  const lookup = prng.pick(LOOKUPS);
  const isKeyed = prng.chance(KEY_SHARE) && lookupFacts[lookup].billed;
  return {
    customer: prng.pick(customers),
    lookup,
    person: prng.pick(prng.chance(FOUND_SHARE) ? FOUND : NOT_FOUND),
    key: isKeyed ? key : undefined,
  };
}
