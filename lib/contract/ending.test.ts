import { expect, it } from 'vitest';
import { causeOf, chargeOf, type Ending, readEnding, responsibleFor, statusOf } from './ending';
import { FAMILIES } from './families';

const content = (word: 'found' | 'partial' | 'empty' | 'unreadable', unread = 0): Ending => ({
  word,
  status: 200,
  unreadable: Array.from({ length: unread }, (_, n) => `FIELD_${n}`),
});
const passedOn = (status: number): Ending => ({ word: 'passed_on', status, unreadable: [] });

it.each([
  [401, 'ours'],
  [402, 'ours'],
  [403, 'ours'],
  [400, 'nobody'],
  [404, 'nobody'],
  [422, 'nobody'],
  [409, 'source'],
  [429, 'source'],
  [500, 'source'],
] as const)('a status %i of the person registry is the responsibility of: %s', (status, party) => {
  expect(responsibleFor(passedOn(status), 'renap')).toBe(party);
});

it('an answer without its main data is ours when fields could not be read', () => {
  expect(responsibleFor(content('partial', 1), 'catalogos')).toBe('ours');
  expect(responsibleFor(content('unreadable', 1), 'catalogos')).toBe('ours');
  expect(responsibleFor(content('found', 1), 'catalogos')).toBe('nobody');
  expect(responsibleFor(content('partial'), 'catalogos')).toBe('nobody');
});

it('a success that cannot be read is ours and costs nothing', () => {
  const ending: Ending = { word: 'source_not_found', unreadable: ['exito'] };
  expect(responsibleFor(ending, 'catalogos')).toBe('ours');
  expect(causeOf(ending)).toBe('unreadable 1 exito');
  expect(chargeOf(ending, { billed: true, chargeEmptyAnswers: true })).toBe('none');
});

it('an unreadable code of the person registry leaves its status to decide who is at fault', () => {
  const ending: Ending = { word: 'passed_on', status: 404, unreadable: ['responseCode'] };
  expect(responsibleFor(ending, 'renap')).toBe('nobody');
});

it('an answer that says nothing costs what the deployment charges for it', () => {
  const free = { billed: true, chargeEmptyAnswers: false };
  const charged = { billed: true, chargeEmptyAnswers: true };
  for (const ending of [content('empty'), content('unreadable', 1)]) {
    expect([chargeOf(ending, free), chargeOf(ending, charged)]).toEqual(['zero', 'tariff']);
  }
  expect(chargeOf(content('partial', 1), free)).toBe('tariff');
  expect(chargeOf({ word: 'source_unavailable' }, charged)).toBe('none');
  expect(chargeOf(content('found'), { ...charged, billed: false })).toBe('none');
});

it('integrators of a registry receive the same answer whatever failed at its source', () => {
  for (const word of ['source_denied', 'source_unavailable', 'out_of_time'] as const) {
    expect(FAMILIES.map((family) => statusOf({ word }, family)).slice(0, 2)).toEqual([500, 500]);
  }
});

it('an ending that no version of ours wrote is our failure', () => {
  expect(readEnding('partial')).toBe('partial');
  expect(readEnding('something of a later version')).toBe('failure');
});
