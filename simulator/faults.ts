import { z } from 'zod';
import { BEHAVIOUR_NAMES, BEHAVIOURS, type Behaviour } from './behaviours';
import { createPrng, type Prng } from './prng';
import { LOOKUPS, type Lookup } from './wire';

/** `delay` only waits; `gate` waits for the release. Both then answer as they would have. */
type FaultBehaviour = Behaviour | 'delay' | 'gate';

function lookupsOf(behaviour: FaultBehaviour): readonly Lookup[] {
  return behaviour === 'delay' || behaviour === 'gate' ? LOOKUPS : BEHAVIOURS[behaviour].lookups;
}

const MAX_DELAY_MS = 600_000;

/** Body of `POST /_control/faults`. */
export const faultSchema = z
  .strictObject({
    behaviour: z.enum([...BEHAVIOUR_NAMES, 'delay', 'gate']),
    /** Waited before the behaviour, whichever it is. */
    delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
    /** Absent: every lookup that the behaviour makes sense in. */
    lookup: z.enum(LOOKUPS).optional(),
    /** Absent: until cleared. */
    times: z.int().min(1).optional(),
    /** Share of the calls it applies to, in a sequence that `seed` fixes. */
    share: z.number().min(0).max(1).optional(),
    seed: z.int().optional(),
  })
  .superRefine((fault, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (fault.behaviour === 'delay' && fault.delayMs === undefined) {
      refuse('delayMs', 'required by the behaviour delay');
    }
    if (fault.lookup !== undefined && !lookupsOf(fault.behaviour).includes(fault.lookup)) {
      refuse('lookup', `${fault.behaviour} does not apply to ${fault.lookup}`);
    }
    if (fault.seed !== undefined && fault.share === undefined) {
      refuse('seed', 'only has a meaning together with share');
    }
  });

export type FaultInput = z.infer<typeof faultSchema>;

/** One fault in force. */
interface Fault {
  id: number;
  behaviour: FaultBehaviour;
  delayMs: number;
  lookups: readonly Lookup[];
  share: number;
  seed: number;
  /** Null: without end. */
  remaining: number | null;
  fired: number;
}

interface Rule {
  fault: Fault;
  prng: Prng;
}

/** The faults in force, in the order in which they were added. The first that applies is used. */
export class FaultBook {
  #rules: Rule[] = [];
  #lastId = 0;

  add(input: FaultInput): Fault {
    this.#lastId += 1;
    const seed = input.seed ?? 1;
    const fault: Fault = {
      id: this.#lastId,
      behaviour: input.behaviour,
      delayMs: input.delayMs ?? 0,
      lookups: input.lookup === undefined ? lookupsOf(input.behaviour) : [input.lookup],
      share: input.share ?? 1,
      seed,
      remaining: input.times ?? null,
      fired: 0,
    };
    this.#rules.push({ fault, prng: createPrng(seed) });
    return fault;
  }

  list(): readonly Fault[] {
    return this.#rules.map(({ fault }) => fault);
  }

  clear(): void {
    this.#rules = [];
  }

  /** Opens the gate for good: calls after the release do not wait. */
  removeGates(): void {
    this.#rules = this.#rules.filter(({ fault }) => fault.behaviour !== 'gate');
  }

  /** The fault that this call of `lookup` meets, if any; spends one of its times. */
  next(lookup: Lookup): Fault | undefined {
    if (this.#rules.length === 0) return undefined;
    const rule = this.#rules.find(
      ({ fault, prng }) => fault.lookups.includes(lookup) && prng.chance(fault.share),
    );
    if (rule === undefined) return undefined;
    const { fault } = rule;
    fault.fired += 1;
    if (fault.remaining !== null) {
      fault.remaining -= 1;
      if (fault.remaining === 0) this.#rules = this.#rules.filter((other) => other !== rule);
    }
    return fault;
  }
}
