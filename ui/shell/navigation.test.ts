import { describe, expect, it } from 'vitest';
import { activePage, type ConsolePage, PAGES, pagesFor } from './navigation';

const [page] = PAGES;
const pages: ConsolePage[] = ['/console', '/console/queries', '/console/queries/failed'].flatMap(
  (href) => (page ? { ...page, href } : []),
);

describe('the page that an address belongs to', () => {
  it.each([
    ['/console', '/console'],
    ['/console/queries', '/console/queries'],
    ['/console/queries/0199', '/console/queries'],
    ['/console/queries/failed/3', '/console/queries/failed'],
    ['/console/queries-of-old', undefined],
    ['/login', undefined],
  ])('%s is %s', (pathname, href) => {
    expect(activePage(pathname, pages)?.href).toBe(href);
  });
});

it('offers support no page of administrators', () => {
  expect(pagesFor('admin')).toEqual(PAGES);
  expect(pagesFor('soporte').filter(({ permission }) => permission)).toEqual([]);
});
