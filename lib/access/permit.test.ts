import { expect, it } from 'vitest';
import type { Change } from '@/lib/audit/write';
import { Permit } from './permit';

it('proves what it names and nothing else: the compiler refuses the rest', () => {
  const needs = <A extends 'billing.top_up' | 'billing.adjust'>(permit: Permit<A>) => permit.actor;
  const both = Permit.signedIn<'billing.top_up' | 'billing.adjust'>('ana', '192.0.2.1');
  const one = Permit.signedIn<'billing.adjust'>('ana', '192.0.2.1');
  expect(needs<'billing.top_up'>(both)).toBe('ana');
  expect(needs<'billing.top_up'>(Permit.onCommandLine('root'))).toBe('cli:root');
  // @ts-expect-error a permit for an adjustment does not allow a top-up
  needs<'billing.top_up'>(one);
  // @ts-expect-error an object that looks like a permit is none
  const forged: Permit<'billing.top_up'> = { actor: 'ana', address: null };
  // @ts-expect-error neither is a context without a permit
  const missing: Change<'billing.top_up'> = { tx: {} };
  expect([forged, missing]).toHaveLength(2);
});
