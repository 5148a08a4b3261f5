import { describe, expect, it } from 'vitest';
import {
  boolean,
  calendarDate,
  codedValue,
  integer,
  numberCode,
  objects,
  opaqueList,
  opaqueObject,
  success,
  text,
  texts,
} from './read';

describe('normalisation', () => {
  it.each([
    ['  PÉREZ, ANA ', '  PÉREZ, ANA '],
    ['', null],
    [' \t\n', null],
    [2456712340101, '2456712340101'],
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-1.25e22, '-12500000000000000000000'],
    [Number.POSITIVE_INFINITY, null],
    [true, null],
    [null, null],
    [undefined, null],
    [{}, null],
    [['a'], null],
  ])('text: %j becomes %j', (value, expected) => expect(text(value)).toBe(expected));

  it.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    ['S', true],
    ['s', true],
    ['Si', true],
    ['sí', true],
    ['si\u0301', true],
    ['True', true],
    ['n', false],
    ['NO', false],
    ['false', false],
    ['1', null],
    ['yes', null],
    [' S ', true],
    ['\tno', false],
    [2, null],
    [null, null],
    [[], null],
  ])('boolean: %j becomes %j', (value, expected) => expect(boolean(value)).toBe(expected));

  it.each([
    [undefined, true],
    [null, true],
    [true, true],
    [1, true],
    ['1', true],
    ['sí', true],
    [' Exitosa ', true],
    ['ok', true],
    [false, false],
    [0, false],
    ['N', false],
    ['', null],
    ['fallida', null],
    [2, null],
    [[], null],
    [{}, null],
  ])('success: %j becomes %j', (value, expected) => expect(success(value)).toBe(expected));

  it.each([
    [99, 99],
    [-1, -1],
    ['99', 99],
    ['099', 99],
    ['-1', -1],
    ['9.5', null],
    [9.5, null],
    ['', null],
    ['1e3', null],
    ['99999999999999999999', null],
    [true, null],
    [null, null],
  ])('integer: %j becomes %j', (value, expected) => expect(integer(value)).toBe(expected));

  it.each([
    [7, 7],
    [7.5, 7.5],
    ['7', 7],
    ['0', 0],
    ['-7', -7],
    ['07', null],
    ['7.0', null],
    [' 7 ', 7],
    ['7 7', null],
    ['1e3', null],
    ['99999999999999999999', null],
    [Number.NaN, null],
    [null, null],
  ])('number code: %j becomes %j', (value, expected) => expect(numberCode(value)).toBe(expected));

  it.each([
    [
      { codigo: 1, descripcion: 'A' },
      { codigo: 1, descripcion: 'A' },
    ],
    [
      { codigo: '001', descripcion: 2 },
      { codigo: '001', descripcion: '2' },
    ],
    [
      { codigo: ' ', descripcion: '' },
      { codigo: null, descripcion: null },
    ],
    [{ codigo: true }, { codigo: null, descripcion: null }],
    ['ACTIVO', { codigo: null, descripcion: 'ACTIVO' }],
    [' ', { codigo: null, descripcion: null }],
    [5, { codigo: 5, descripcion: null }],
    [[1], { codigo: null, descripcion: null }],
    [null, { codigo: null, descripcion: null }],
  ])('coded value: %j', (value, expected) => expect(codedValue(value)).toEqual(expected));

  it.each([
    ['1988-04-17', '1988-04-17'],
    ['1988-04-17T23:30:00-06:00', '1988-04-17'],
    ['1988-04-17T05:00:00.000Z', '1988-04-17'],
    ['1988-04-17T05:00', '1988-04-17'],
    ['17/04/1988', '1988-04-17'],
    ['17-04-1988', '1988-04-17'],
    ['29/02/2000', '2000-02-29'],
    ['29/02/1900', null],
    ['2023-02-29', null],
    ['31-04-2020', null],
    ['17/04-1988', null],
    ['04/17/1988', null],
    ['7/4/1988', null],
    ['0000-01-01', null],
    ['1988-04-17 junk', null],
    ['19880417', '1988-04-17'],
    ['1988-04-17 00:00:00', '1988-04-17'],
    ['1988-04-17 00:00:00.0', '1988-04-17'],
    ['1988-04-17 23:30:00.123456 -06', '1988-04-17'],
    ['17/04/1988 00:00:00', '1988-04-17'],
    ['17-04-1988 00:00', '1988-04-17'],
    ['1988-0417', null],
    ['19881317', null],
    ['17/04/1988 junk', null],
    [576547200000, null],
    [null, null],
  ])('birth date: %j becomes %j', (value, expected) => expect(calendarDate(value)).toBe(expected));

  it('lists keep what fits and are never null', () => {
    expect(texts(['a', ' ', null, 7, {}, ['b']])).toEqual(['a', '7']);
    expect(texts('a')).toEqual([]);
    expect(objects(({ a }) => a)([{ a: 1 }, [], null, 'x', { a: 2 }])).toEqual([1, 2]);
    expect(objects(() => 1)({ 0: {} })).toEqual([]);
    expect(opaqueList([1, null, { x: 1 }])).toEqual([1, null, { x: 1 }]);
    expect(opaqueList(null)).toEqual([]);
    expect(opaqueObject({ x: [1] })).toEqual({ x: [1] });
    expect(opaqueObject([1])).toBeNull();
  });
});
