import { expect, it } from 'vitest';
import { type ConsolePage, PAGES } from '@/app/(console)/layout/navigation';
import { targetsOf } from './by-id';

const [page] = PAGES;
const withQueries: ConsolePage[] = page ? [{ ...page, href: '/console/queries' }] : [];
const hrefs = (text: string) => targetsOf(text, withQueries).map(({ href }) => href);

it('leads from the id of a query, or of a request, to the page that shows it', () => {
  const id = '0199A7F2-5B1C-7D3E-8F40-1A2B3C4D5E6F';
  expect(hrefs(id)).toEqual([
    `/console/queries/${id.toLowerCase()}`,
    `/console/queries?request=${id}`,
  ]);
  expect(hrefs('pedido_2026-11')).toEqual(['/console/queries?request=pedido_2026-11']);
});

it('takes no word, no number of seven digits and nothing with other characters for one', () => {
  for (const text of ['integraciones', '1234567', 'ácido-12345', 'a b c d 1 2', '../../12345678']) {
    expect(hrefs(text)).toEqual([]);
  }
});

it('leads nowhere as long as there is no page of queries', () => {
  expect(targetsOf('pedido_2026-11', [])).toEqual([]);
});
