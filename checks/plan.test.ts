import { describe, expect, it } from 'vitest';
import { LOOKUPS } from '@/lib/contract/lookups';
import { ask, query } from './ask';
import { check, type Need } from './check';
import { catalogs, cuiNit, omisos, renap } from './lookups';
import { planOf } from './plan';
import type { Settings } from './settings';
import { account, settings } from './testing';

/** Requests that say whether there is anything to look at: one per lookup. */
const PREFLIGHT = LOOKUPS.length;

function needing(...needs: Need[]) {
  return check({
    title: 'a probe',
    covers: ['errors.catalogos.404'],
    needs,
    asks: ask(renap, { cui: '1' }),
    holds: () => [],
  });
}

function paying(lookup: typeof cuiNit, nit: string) {
  const asks = query(lookup, { nit });
  return check({ title: nit, covers: ['limits.catalogos'], asks, holds: () => [] });
}

function reasonsFor(probe: ReturnType<typeof needing>, told: Partial<Settings>) {
  return planOf([probe], { ...settings, ...told }).skipped.flatMap(({ reasons }) => reasons);
}

describe('the plan of a run', () => {
  it.each<[Need, Partial<Settings>, string]>([
    ['sandbox', { environment: 'production' }, 'needs the identifiers of the sandbox'],
    ['cui', { environment: 'production', taxpayer: { nit: '1' } }, 'needs --cui'],
    ['taxpayer', { environment: 'production' }, 'needs --nit or --cui'],
    ['poor', {}, 'needs --poor-login and --poor-token'],
    ['limits', { include: ['global-limit'] }, 'needs --include limits'],
    ['global-limit', {}, 'needs --include global-limit'],
    [
      'rtu-limit',
      { limits: { ...settings.limits, rtu: undefined } },
      'there is no such limit (--rtu-limit none)',
    ],
  ])('skips what needs %s and does not have it', (need, told, reason) => {
    expect(reasonsFor(needing(need), told)).toEqual([reason]);
  });

  it.each<[Need, Partial<Settings>]>([
    ['sandbox', {}],
    ['nit', { environment: 'production', taxpayer: { nit: '1' } }],
    ['taxpayer', { environment: 'production', taxpayer: { cui: '1' } }],
    ['suspended', { accounts: { integration: account, suspended: account } }],
    ['limits', { include: ['limits'] }],
  ])('runs what needs %s and has it', (need, told) => {
    expect(reasonsFor(needing(need), told)).toEqual([]);
  });

  it('takes a clause by its id or by how that begins, at its points', () => {
    expect(reasonsFor(needing(), { only: ['errors.catalogos'] })).toEqual([]);
    expect(reasonsFor(needing(), { only: ['errors.catalogos.40'] })).toEqual(['not among --only']);
    expect(reasonsFor(needing(), { lookups: ['rtu'] })).toEqual(['renap is not among --lookups']);
  });

  it('counts equal requests once, and charges no more than it may', () => {
    const checks = [paying(cuiNit, '1'), paying(cuiNit, '1'), paying(omisos, '1')];
    const all = planOf(checks, settings);
    expect([all.requests, all.perMinute.catalogos, all.charged.integration]).toEqual([
      PREFLIGHT + 2,
      catalogs.length + 2,
      2,
    ]);
    const one = planOf(checks, { ...settings, spend: 1 });
    expect([one.charged.integration, one.runnable.length]).toEqual([1, 2]);
    expect(one.skipped.map(({ reasons }) => reasons)).toEqual([
      ['is charged, and --spend allows 1'],
    ]);
  });

  it('foresees the waiting for windows', () => {
    const checks = Array.from({ length: 31 }, (_, n) => paying(cuiNit, String(n)));
    const { durationMs } = planOf(checks, settings);
    expect(durationMs).toBeGreaterThan(60_000);
    expect(durationMs).toBeLessThan(70_000);
  });
});
