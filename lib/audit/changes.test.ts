import { expect, it } from 'vitest';
import { changesOf } from './changes';

it('puts both sides of a change together, field by field', () => {
  expect(changesOf({ saldo: '1.00' }, { saldo: '3.50', nota: 'Depósito' })).toEqual([
    { name: 'saldo', kind: 'amount', before: '1.00', after: '3.50' },
    { name: 'nota', kind: 'text', after: 'Depósito' },
  ]);
  expect(changesOf({ suspended: false }, { suspended: true })).toEqual([
    { name: 'suspended', kind: 'switch', before: false, after: true },
  ]);
  expect(changesOf({ is_rtu_enabled: true }, { is_rtu_enabled: false })).toEqual([
    { name: 'is_rtu_enabled', kind: 'switch', before: true, after: false },
  ]);
});

it('tells what something began with by the lookups that were on', () => {
  const flags = { is_renap_enabled: false, is_rtu_v2_enabled: true, is_omisos_enabled: true };
  expect(changesOf(null, { ...flags, tarifa: '0.50' })).toEqual([
    { name: 'lookups', kind: 'text', after: ['rtu-v2', 'omisos'] },
    { name: 'tarifa', kind: 'amount', after: '0.50' },
  ]);
});

it('keeps a field it does not know, and tells nothing of a row without sides', () => {
  expect(changesOf({ __proto__x: 1 }, { constructor: 2 })).toEqual([
    { name: '__proto__x', kind: 'text', before: 1 },
    { name: 'constructor', kind: 'text', after: 2 },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
