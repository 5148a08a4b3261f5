import { z } from 'zod';
import { addDays, dayOf } from '@/lib/base/time/guatemala';
import { DAY_MS } from '@/lib/base/time/time';
import { type Content, TREATMENTS, type Treatment, visitFields } from './shape';

/** Answers that a field of every answer must be missing from to have stopped; twice that for others. */
const STOPPED_AFTER = 50;
/** A field that some taxpayers lack must also be missing this many times longer than before. */
const LONGER_THAN_BEFORE = 4;
/** Share of the answers in which a field had a value, without which nobody expects it. */
const EXPECTED_SHARE = 0.3;
const EXPECTED_AMONG = 200;
const NEW_AFTER = 50;
/** Days before the last value that tell what is usual. */
const USUAL_DAYS = 7;
/** Days whose counts are kept, today included. */
export const KEPT_DAYS = USUAL_DAYS + 2;
/** A field that stopped is forgotten after this time. */
const FORGOTTEN_MS = 30 * DAY_MS;
/** Names that the adapter does not know are bounded, because a source chooses them. */
const MOST_UNKNOWN = 50;
const MOST_FIELDS = 300;

export const FIELD_STATES = ['stopped', 'unreadable', 'new', 'ok'] as const;
export type FieldState = (typeof FIELD_STATES)[number];

/** Numbers of one day: answers with a value, answers with an unreadable one, and the longest gap. */
const daySchema = z.tuple([z.int(), z.int(), z.int()]);
type Day = z.infer<typeof daySchema>;

const fieldSchema = z.object({
  treatment: z.enum(TREATMENTS),
  /** Answers since the last with a value, among those that have what contains the field. */
  streak: z.int(),
  /** When the last value was seen, in milliseconds since the epoch. */
  filledAt: z.number().nullable(),
  state: z.enum(FIELD_STATES),
  since: z.number().nullable(),
  /** By day of Guatemala. */
  days: z.record(z.string(), daySchema),
});
export type ObservedField = z.infer<typeof fieldSchema>;

/** Fields by path. The empty path is the answer, which contains the others. */
export const observedSchema = z
  .record(z.string(), fieldSchema)
  .transform((fields) => new Map(Object.entries(fields)));
export type Observed = ReadonlyMap<string, ObservedField>;

const ANSWER = '';

interface Count {
  readonly treatment: Treatment;
  readonly parent: Count | undefined;
  filled: number;
  unreadable: number;
  /** Place of the first and last value among the values of the parent. */
  first: number;
  last: number;
  gap: number;
}

/** Counts how often each field of a source's answers has a value. Stores no value. */
export class FieldCounts {
  readonly #answer = newCount('passed_on', undefined);
  readonly #counts = new Map<string, Count>([[ANSWER, this.#answer]]);
  #declared: ReadonlySet<string> | undefined;
  #unknown = 0;

  add({ records, fields }: Content, unreadable: readonly string[]): void {
    if (fields) this.#declared ??= pathsOf(fields);
    for (const record of records) {
      this.#answer.filled += 1;
      visitFields(record, fields, (path, treatment) => {
        if (!unreadable.includes(path)) this.#fill(path, treatment);
      });
    }
    for (const path of unreadable) {
      const count = this.#countOf(path, this.#declared?.has(path) ? 'read' : 'unknown');
      if (count) count.unreadable += 1;
    }
  }

  #fill(path: string, treatment: Treatment): void {
    const count = this.#countOf(path, treatment);
    const place = count?.parent?.filled ?? 0;
    // A list has the field in several of its objects.
    if (count === undefined || count.last === place) return;
    if (count.filled === 0) count.first = place;
    else count.gap = Math.max(count.gap, place - count.last - 1);
    count.filled += 1;
    count.last = place;
  }

  #countOf(path: string, treatment: Treatment): Count | undefined {
    const existing = this.#counts.get(path);
    if (existing || this.#counts.size >= MOST_FIELDS) return existing;
    if (treatment === 'unknown' && this.#unknown >= MOST_UNKNOWN) return undefined;
    if (treatment === 'unknown') this.#unknown += 1;
    const count = newCount(treatment, this.#counts.get(parentOf(path)));
    this.#counts.set(path, count);
    return count;
  }

  /** Adds the counts to what was observed before, and judges every field. */
  mergeInto(observed: Observed, at: Date): Observed {
    const merged = new Map<string, ObservedField>();
    const unknown = [...observed.values()].filter(isUnknown).length;
    for (const path of new Set([...observed.keys(), ...this.#counts.keys()])) {
      const before = observed.get(path);
      const count = this.#counts.get(path);
      const isOneTooMany = unknown >= MOST_UNKNOWN && before === undefined;
      if (isOneTooMany && count && isUnknown(count)) continue;
      // The adapter no longer reads it.
      if (before?.treatment === 'read' && this.#declared?.has(path) === false) continue;
      const passed = this.#counts.get(parentOf(path))?.filled ?? 0;
      const field = added(before, count, path === ANSWER ? 0 : passed, at);
      if (path === ANSWER || isKept(field, at)) merged.set(path, field);
    }
    const answer = merged.get(ANSWER);
    for (const [path, field] of merged) {
      if (path === ANSWER || answer === undefined) continue;
      const isBack = (this.#counts.get(path)?.filled ?? 0) > 0;
      const parent = merged.get(parentOf(path)) ?? answer;
      merged.set(path, judged(field, { parent, answer, isBack }, at));
    }
    return merged;
  }
}

function isUnknown({ treatment }: Pick<Count, 'treatment'>): boolean {
  return treatment === 'unknown';
}

function newCount(treatment: Treatment, parent: Count | undefined): Count {
  return { treatment, parent, filled: 0, unreadable: 0, first: 0, last: 0, gap: 0 };
}

function pathsOf(fields: NonNullable<Content['fields']>): Set<string> {
  return new Set(
    [...fields.values()].flatMap(({ path, fields: within }) => [
      path,
      ...(within ? pathsOf(within) : []),
    ]),
  );
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** Adds the counts of one field, while `passed` answers had what contains it. */
function added(
  before: ObservedField | undefined,
  count: Count | undefined,
  passed: number,
  at: Date,
): ObservedField {
  const { streak = 0, filledAt = null, state = 'ok', since = null, days = {} } = before ?? {};
  const today = dayOf(at);
  const oldest = addDays(today, -KEPT_DAYS);
  const kept = Object.fromEntries(Object.entries(days).filter(([day]) => day > oldest));
  const { filled = 0, unreadable = 0, first = 0, last = 0, gap = 0 } = count ?? {};
  const [dayFilled, dayUnreadable, dayGap] = kept[today] ?? [0, 0, 0];
  const closed = filled > 0 && filledAt !== null ? Math.max(gap, streak + first - 1) : gap;
  const sums: Day = [dayFilled + filled, dayUnreadable + unreadable, Math.max(dayGap, closed)];
  return {
    treatment: count?.treatment ?? before?.treatment ?? 'unknown',
    streak: filled > 0 ? passed - last : streak + passed,
    filledAt: filled > 0 ? at.getTime() : filledAt,
    state,
    since,
    days: filled + unreadable > 0 ? Object.assign(kept, { [today]: sums }) : kept,
  };
}

function isKept({ days, state, filledAt }: ObservedField, at: Date): boolean {
  if (Object.keys(days).length > 0) return true;
  return state === 'stopped' && at.getTime() - (filledAt ?? 0) < FORGOTTEN_MS;
}

interface Surroundings {
  readonly parent: ObservedField;
  readonly answer: ObservedField;
  /** It has had a value since it was judged last. */
  readonly isBack: boolean;
}

function judged(field: ObservedField, around: Surroundings, at: Date): ObservedField {
  const state = stateOf(field, around, at);
  if (state === field.state) return field;
  const { filledAt } = field;
  const since = { stopped: filledAt, unreadable: at.getTime(), new: at.getTime(), ok: null };
  return Object.assign(field, { state, since: since[state] });
}

function stateOf(field: ObservedField, around: Surroundings, at: Date): FieldState {
  const isStopped = field.state === 'stopped' && !around.isBack;
  if (isStopped || hasStopped(field, around)) return 'stopped';
  if (sumOf(field, 1, dayOf(new Date(at.getTime() - DAY_MS))) > 0) return 'unreadable';
  return isNew(field, around) ? 'new' : 'ok';
}

/**
 * Returns whether a field that answers usually have is missing from so many that the source must
 * have changed. One that some taxpayers lack is judged after a week, when its longest gaps are known:
 * whole lists of companies lack what belongs to persons.
 */
function hasStopped(field: ObservedField, { parent, answer }: Surroundings): boolean {
  const { before, filled, from } = usualOf(field, parent);
  if (before < EXPECTED_AMONG || filled < EXPECTED_SHARE * before) return false;
  if (filled >= before) return field.streak >= STOPPED_AFTER;
  const gaps = Object.entries(field.days).map(([day, [, , gap]]) => (day >= from ? gap : 0));
  const least = Math.max(2 * STOPPED_AFTER, LONGER_THAN_BEFORE * Math.max(...gaps));
  return field.streak >= least && Object.keys(answer.days).some((day) => day <= from);
}

/** Counts the answers up to the last value, and those with a value, in the week before it. */
function usualOf(field: ObservedField, parent: ObservedField) {
  const from = dayOf(new Date((field.filledAt ?? 0) - USUAL_DAYS * DAY_MS));
  const before = sumOf(parent, 0, from) - field.streak;
  return { before, filled: sumOf(field, 0, from), from };
}

/** A name is new if the adapter does not know it, or if answers long went without it. */
function isNew(field: ObservedField, { answer }: Surroundings): boolean {
  if (field.treatment === 'read' || sumOf(field, 0) < NEW_AFTER) return false;
  if (field.treatment === 'unknown') return true;
  const [first = ''] = Object.keys(field.days).sort();
  return sumOf(answer, 0) - sumOf(answer, 0, first) >= EXPECTED_AMONG;
}

function sumOf({ days }: ObservedField, place: 0 | 1, from = ''): number {
  return Object.entries(days).reduce(
    (sum, [day, counts]) => sum + (day < from ? 0 : counts[place]),
    0,
  );
}

/** A field of a source. */
export interface FieldReport {
  /** The source's name, such as `persona.dpi`. */
  readonly name: string;
  /** Share of the answers with a value, in the week before the last one. */
  readonly filledBefore: number;
  /** The same of today; 0 once it has stopped. */
  readonly filledNow: number;
  /** Answers of the last {@link KEPT_DAYS} days in which it could not be read. */
  readonly unreadable: number;
  readonly state: FieldState;
  /** When the state began; null while nothing is wrong. */
  readonly since: Date | null;
}

/** Reports on every field, those that are not as usual first. */
export function report(observed: Observed, at: Date): FieldReport[] {
  const answer = observed.get(ANSWER);
  const today = dayOf(at);
  const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0);
  return [...observed]
    .filter(([name]) => name !== ANSWER)
    .map(([name, field]) => {
      const parent = observed.get(parentOf(name)) ?? answer ?? field;
      const { before, filled } = usualOf(field, parent);
      const ofToday = share(sumOf(field, 0, today), sumOf(parent, 0, today));
      return {
        name,
        filledBefore: share(filled, before),
        filledNow: field.state === 'stopped' ? 0 : ofToday,
        unreadable: sumOf(field, 1),
        state: field.state,
        since: field.since === null ? null : new Date(field.since),
      };
    })
    .sort(
      (a, b) =>
        FIELD_STATES.indexOf(a.state) - FIELD_STATES.indexOf(b.state) ||
        a.name.localeCompare(b.name),
    );
}
