import { expect, it } from 'vitest';
import { urlsOfHosts } from './database-url';

const hrefs = (text: string) => urlsOfHosts(text).map(({ href }) => href);

it('splits an address with several hosts, each with the same user, database and options', () => {
  expect(hrefs('postgres://u:p%2C@a:5432,b:5433,[::1]/x?sslmode=verify-full')).toEqual([
    'postgres://u:p%2C@a:5432/x?sslmode=verify-full',
    'postgres://u:p%2C@b:5433/x?sslmode=verify-full',
    'postgres://u:p%2C@[::1]/x?sslmode=verify-full',
  ]);
  expect(hrefs('postgresql://a/x')).toEqual(['postgresql://a/x']);
});

it.each(['', 'a:5432,b:5432', 'https://a/x', 'postgres://a:5432,b:many/x', 'postgres://u:50%@a/x'])(
  'takes %s for no address',
  (text) => expect(urlsOfHosts(text)).toEqual([]),
);
