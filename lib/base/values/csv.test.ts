import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CSV_BOM, csvLine } from './csv';
import { visible } from './text';

/** A reader of its own, after RFC 4180. */
function read(line: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/gy;
  for (const [, quoted, plain] of line.matchAll(pattern)) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  }
  return cells;
}

it('begins a file with the three bytes that say UTF-8', () => {
  expect([...Buffer.from(CSV_BOM)]).toEqual([0xef, 0xbb, 0xbf]);
});

it('writes numbers, text and nothing', () => {
  expect(csvLine([1, -2n, '-0.50', true, null, undefined, 'ñ €'])).toBe(
    '1,-2,-0.50,true,,,ñ €\r\n',
  );
});

it('keeps commas, quotes, line breaks and outer spaces inside their cell', () => {
  const line = csvLine(['a,b', 'say "x"', 'two\r\nlines', ' padded ']);
  expect(line).toBe('"a,b","say ""x""","two\r\nlines"," padded "\r\n');
});

it.each(['=1+1', '+1 2', '-x', '@SUM(A1)', '\t=1', ' =1', '＝1', '-1+1', '=HYPERLINK("u")'])(
  'does not let a spreadsheet run %j',
  (text) => {
    expect(read(csvLine([text]))).toEqual([`'${text}`]);
  },
);

it.each([
  ['nit 1; =1+1', "nit 1;' =1+1"],
  ['a;-5', "a;'-5"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\n=1', "a\n'=1"],
  ['a; b;c', 'a; b;c'],
])('does not let one that separates cells by semicolons or tabs run %j', (text, defused) => {
  expect(csvLine([text])).toBe(`"${defused}"\r\n`);
});

it('gives back every text, but for the marks that defuse formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (values) => {
      const cells = read(csvLine(values));
      const plain = (text = '') => visible(text).replaceAll("'", '');
      expect(cells.map(plain)).toEqual(values.map(plain));
    }),
  );
});
