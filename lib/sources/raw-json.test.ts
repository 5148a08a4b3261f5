import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberText, writeObject } from './raw-json';

describe('the text of a member', () => {
  it.each([
    ['{"data":12345678901234567890}', '12345678901234567890'],
    ['{ "data" : 1.10 , "x":1}', '1.10'],
    ['{"x":"}\\"data\\":1","data":{"2":1,"1":"}]"}}', '{"2":1,"1":"}]"}'],
    ['{"da\\u0074a":[ [1], {"a":"\\\\"} ]}', '[ [1], {"a":"\\\\"} ]'],
    ['{"data":1,"data":null}', 'null'],
    ['{"x":{"data":1}}', undefined],
    ['{"data":"a\\\\"}', '"a\\\\"'],
    ['{}', undefined],
    ['\n{\n}\n', undefined],
  ])('of %s is %j', (text, expected) => expect(memberText(text, 'data')).toBe(expected));

  it('is found however deep it goes', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(memberText(`{"data":${deep},"x":1}`, 'data')).toBe(deep);
  });

  it('says what JSON.parse says, for any object and any spacing', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1, '\t', '\r\n '), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        for (const [key, member] of Object.entries(JSON.parse(text))) {
          expect(JSON.parse(memberText(text, key) ?? '')).toEqual(member);
        }
        expect(memberText(text, 'nobody has this key')).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

it('writes an object with the given texts in place', () => {
  const texts = new Map([['b', '1.10']]);
  expect(writeObject({ a: 'x"', b: 1.1, c: null }, texts)).toBe('{"a":"x\\"","b":1.10,"c":null}');
});
