import type { Lookup } from '@/lib/contract/lookups';
import type { Identifiers, IdentifierVault } from '@/lib/recording/identifiers';
import { makeCui, makeNit } from '@/simulator/identifiers';
import type { Random } from './random';

/** What one query may ask for, sealed, in the writing of COPY. */
export interface Asked {
  readonly box: string;
  readonly keys: string;
}

interface Taxpayer {
  readonly nit: string;
  /** People have one, companies do not. */
  readonly cui: string | undefined;
}

const MAX_TAXPAYERS = 50_000;
const MIN_TAXPAYERS = 500;
const RECORDS_PER_TAXPAYER = 10;
const PEOPLE_SHARE = 0.75;
/** Sizes of the batches that an RTU query by NIT asks for: most are small. */
const BATCH_SIZES = [1, 1, 1, 1, 2, 2, 3, 5, 8, 10, 20, 50];
const BATCHES_PER_TAXPAYER = 0.4;
const CUI_ON_CATALOGS_SHARE = 0.3;
/** How soon the interest in a taxpayer falls off: the larger, the more the first ones are asked for. */
const SKEW = 2.2;

/**
 * Taxpayers of whom queries ask, each sealed once: sealing anew for every record would take longer
 * than everything else together.
 */
export class Taxpayers {
  readonly #byNit: readonly Asked[];
  readonly #byCui: readonly Asked[];
  readonly #batches: readonly Asked[];

  constructor(vault: IdentifierVault, random: Random, records: number) {
    const wanted = Math.ceil(records / RECORDS_PER_TAXPAYER);
    const count = Math.min(MAX_TAXPAYERS, Math.max(MIN_TAXPAYERS, wanted));
    const taxpayers = Array.from({ length: count }, () => draw(random));
    this.#byNit = taxpayers.map(({ nit }) => sealed(vault, { nit: written(random, nit) }));
    this.#byCui = taxpayers.flatMap(({ cui }) =>
      cui === undefined ? [] : [sealed(vault, { cui })],
    );
    this.#batches = Array.from({ length: Math.ceil(count * BATCHES_PER_TAXPAYER) }, () => {
      const size = random.pick(BATCH_SIZES);
      const nits = Array.from({ length: size }, () => random.pick(taxpayers).nit);
      return sealed(vault, { nits });
    });
  }

  /** `origin` from 0 to 1 says around whom the customers of an integration gather. */
  draw(random: Random, lookup: Lookup, origin: number): Asked {
    const pool = this.#poolOf(random, lookup);
    const place = Math.floor((origin + random.share() ** SKEW) * pool.length) % pool.length;
    const asked = pool[place];
    if (asked === undefined) throw new RangeError('There are no taxpayers.');
    return asked;
  }

  #poolOf(random: Random, lookup: Lookup): readonly Asked[] {
    if (lookup === 'renap') return this.#byCui;
    if (lookup === 'rtu') return this.#batches;
    return random.chance(CUI_ON_CATALOGS_SHARE) ? this.#byCui : this.#byNit;
  }
}

function draw(random: Random): Taxpayer {
  const nit = makeNit(random.int(100_000, 119_999_999));
  const isPerson = random.chance(PEOPLE_SHARE);
  return { nit, cui: isPerson ? drawCui(random) : undefined };
}

function drawCui(random: Random): string {
  for (;;) {
    // The smallest of the 22 departments has five municipalities.
    const cui = makeCui(random.int(15_000_000, 39_999_999), random.int(1, 22), random.int(1, 5));
    if (cui !== undefined) return cui;
  }
}

/** Some integrators send the hyphen. */
function written(random: Random, nit: string): string {
  return random.chance(0.2) ? `${nit.slice(0, -1)}-${nit.slice(-1)}` : nit;
}

function sealed(vault: IdentifierVault, identifiers: Identifiers): Asked {
  const { box, keys } = vault.seal(identifiers);
  return { box: `\\\\x${box.toString('hex')}`, keys: `{${keys.join(',')}}` };
}
