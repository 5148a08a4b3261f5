import { describe, expect, it } from 'vitest';
import { cuiNit } from './lookups/cui-nit';
import { omisos } from './lookups/omisos';
import { renap } from './lookups/renap';
import { rtu } from './lookups/rtu';
import { rtuV2 } from './lookups/rtu-v2';

const ok = (request: unknown) => ({ ok: true, request });
const no = (failure: string) => ({ ok: false, failure });

describe('the body of a request', () => {
  it.each([
    [{ cui: ' 1 ' }, ok({ cui: ' 1 ' })],
    [{ cui: '' }, no('identifier_missing')],
    [{ cui: ' \u00a0\n' }, no('identifier_missing')],
    [{ cui: 1 }, no('identifier_missing')],
    [{}, no('identifier_missing')],
  ])('person registry: %j', (body, expected) => expect(renap.parse(body)).toEqual(expected));

  it.each([
    [{ nits: ['1', ' 2'] }, ok({ nits: ['1', ' 2'] })],
    [{ nits: [] }, no('identifier_missing')],
    [{ nits: '1' }, no('identifier_missing')],
    [{ nits: ['1', ''] }, no('identifier_missing')],
    [{ nits: ['1', null] }, no('identifier_missing')],
    [{ nits: Array(50).fill('1') }, ok({ nits: Array(50).fill('1') })],
    [{ nits: Array(51).fill('1') }, no('too_many_nits')],
    [{ nits: [...Array(51).fill('1'), ' '] }, no('identifier_missing')],
  ])('RTU by NIT: %j', (body, expected) => expect(rtu.parse(body)).toEqual(expected));

  it.each([
    [{ nit: '1' }, ok({ nit: '1', actualizado: false })],
    [{ nit: '1', cui: ' ', actualizado: true, otro: 1 }, ok({ nit: '1', actualizado: true })],
    [{ nit: 1, cui: '2' }, ok({ cui: '2', actualizado: false })],
    [{ nit: ' ', cui: null }, no('identifier_missing')],
    [{ actualizado: 'x' }, no('identifier_missing')],
    [{ nit: '1', actualizado: null }, no('input_invalid')],
    [{ nit: '1', actualizado: 'true' }, no('input_invalid')],
    [{ nit: '1', actualizado: 1 }, no('input_invalid')],
  ])('catalogs: %j', (body, expected) => {
    for (const { parse } of [cuiNit, rtuV2, omisos]) expect(parse(body)).toEqual(expected);
  });

  it('only the full RTU record reads date_of_birth, unchecked, and drops what is not text', () => {
    const body = { nit: '1', date_of_birth: 'ayer' };
    expect(rtuV2.parse(body)).toEqual(ok({ ...body, actualizado: false }));
    expect(cuiNit.parse(body)).toEqual(ok({ nit: '1', actualizado: false }));
    expect(rtuV2.parse({ nit: '1', date_of_birth: 5 })).toEqual(
      ok({ nit: '1', actualizado: false }),
    );
  });
});
