import { expect, it } from 'vitest';
import { createIndex } from './search-index';

const entry = (place: string, text: string) =>
  ({ href: `/docs#${place}`, page: 'guide', place, text }) as const;
const limits = entry('Límites', 'Ningún 429 lleva Retry-After.');
const repeating = entry('Repetir sin pagar dos veces', 'La clave de idempotencia caduca.');
const find = createIndex([limits, repeating]);

it('finds words without their accents, by their beginning and misspelt', () => {
  expect(find('limites')).toEqual([limits]);
  expect(find('idempot')).toEqual([repeating]);
  expect(find('idempotensia')).toEqual([repeating]);
  expect(find('429')).toEqual([limits]);
});

it('finds only what has all words', () => {
  expect(find('clave caduca')).toEqual([repeating]);
  expect(find('clave 429')).toEqual([]);
  expect(find('')).toEqual([]);
});
