import { describe, expect, it } from 'vitest';
import { FAMILIES, type Family } from '@/lib/contract/families';
import { type Ending, explain } from './explain';
import { outcomeOf, RECORDED_OUTCOMES } from './outcome';

function ending(changes: Partial<Ending>): Ending {
  return {
    family: 'catalogos',
    estado: 'completada',
    outcome: 'found',
    status: 200,
    cause: null,
    charged: 0n,
    refunded: false,
    durationMs: 100,
    late: false,
    ...changes,
  };
}

const foundBy: Readonly<Record<Family, readonly string[]>> = {
  renap: ['found_envelope', 'nobody', 'read_body'],
  rtu: ['found_list', 'nobody', 'read_list'],
  catalogos: ['found', 'nobody', 'nothing'],
};

function meaning(one: Partial<Ending>): string[] {
  const { happened, responsible, advice } = explain(ending(one));
  return [happened, responsible, advice];
}

describe('explain', () => {
  it.each(FAMILIES)('says of %s what was found', (family) => {
    expect(meaning({ family })).toEqual(foundBy[family]);
  });

  it.each([
    ['found_partial', 'read_nulls'],
    ['found_empty', 'check_if_expected'],
  ] as const)('says of a catalog that answered %s what it contained', (outcome, advice) => {
    expect(meaning({ outcome })).toEqual([outcome, 'nobody', advice]);
  });

  it.each([
    ['source_not_found', ['nobody', 'check_identifier']],
    ['source_rejected_input', ['integrator', 'check_identifier']],
    ['source_denied', ['ours', 'wait_for_us']],
    ['source_limited', ['source', 'wait_for_source']],
    ['failure', ['ours', 'repeat']],
  ] as const)('says of %s who is responsible and what to do', (outcome, expected) => {
    expect(meaning({ outcome, status: 500 })).toEqual([outcome, ...expected]);
  });

  it.each(RECORDED_OUTCOMES)('says of %s that was never settled how it ended', (outcome) => {
    const cancelled = meaning({ outcome, estado: 'cancelada' });
    expect(cancelled).toEqual(['client_gone', 'integrator', 'raise_patience']);
    const interrupted = meaning({ outcome, estado: 'interrumpida' });
    expect(interrupted).toEqual(['interrupted', 'ours', 'repeat']);
  });

  it.each([
    [201, 'found_envelope'],
    [400, 'source_rejected_input'],
    [401, 'source_rejected_credentials'],
    [402, 'source_no_balance'],
    [403, 'source_denied'],
    [404, 'source_not_found'],
    [422, 'source_rejected_input'],
    [429, 'source_limited'],
    [500, 'source_unavailable'],
    [503, 'source_unavailable'],
  ])('reads the status %i that the person registry passed on as %s', (status, happened) => {
    expect(explain(ending({ family: 'renap', status })).happened).toBe(happened);
  });

  it('warns of an answer that came after the ceiling, and of one that took long', () => {
    const late = explain(ending({ late: true, durationMs: 30_000 }));
    expect(late).toMatchObject({ happened: 'found_late', advice: 'check_charge', slow: false });
    expect(explain(ending({ late: true, charged: 5_000n, refunded: true })).advice).toBe('repeat');
    const undelivered = ending({ outcome: 'unresolved', charged: 5_000n, refunded: true });
    expect(explain(undelivered)).toMatchObject({ charge: 'refunded', advice: 'repeat' });
    expect(explain(ending({ durationMs: 10_000 })).slow).toBe(true);
    expect(explain(ending({ durationMs: 9_999 })).slow).toBe(false);
    expect(
      explain(ending({ durationMs: 12_000, outcome: 'source_not_found', status: 404 })).slow,
    ).toBe(false);
  });

  it.each([
    [{ charged: 5_000n }, 'charged'],
    [{ charged: 5_000n, refunded: true }, 'refunded'],
    [{ charged: 0n }, 'at_no_cost'],
    [{ charged: 0n, status: 404, outcome: 'source_not_found' }, 'not_charged'],
    [{ charged: 0n, status: null, estado: 'cancelada', outcome: 'client_gone' }, 'not_charged'],
    [{ family: 'renap' }, 'free'],
    [{ family: 'rtu', status: 500, outcome: 'source_unavailable' }, 'free'],
  ] as const)('%o is %s', (changes, charge) => {
    expect(explain(ending(changes)).charge).toBe(charge);
  });

  it.each([
    ['deadline', { kind: 'deadline' }],
    ['status 503', { kind: 'status', status: '503' }],
    ['UND_ERR_SOCKET', { kind: 'connection' }],
    ['ECONNREFUSED', { kind: 'connection' }],
    ['not a JSON object', { kind: 'unreadable' }],
    ['no list of records', { kind: 'unreadable' }],
    ['Z_DATA_ERROR', { kind: 'unreadable' }],
    ['size', { kind: 'size' }],
    ['ERR_BUFFER_TOO_LARGE', { kind: 'size' }],
    ['marked as failed', { kind: 'marked' }],
    ['something else', { kind: 'unknown' }],
    [null, { kind: 'unknown' }],
  ])('the cause %s of an unavailable source is %o', (cause, kind) => {
    const failed = ending({ outcome: 'source_unavailable', status: 502, cause });
    expect(explain(failed).cause).toEqual(kind);
    expect(explain({ ...failed, outcome: 'source_not_found' }).cause).toBeUndefined();
  });

  it('tells the status of a registry that failed', () => {
    const passedOn = ending({ family: 'renap', status: 503 });
    expect(explain(passedOn).cause).toEqual({ kind: 'status', status: '503' });
  });
});

it('an outcome that no version of ours wrote is our failure', () => {
  expect(outcomeOf('found')).toBe('found');
  expect(outcomeOf('something of a later version')).toBe('failure');
});
