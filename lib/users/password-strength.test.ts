import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everything } from '@/testing/scope';
import commonPhrases from './common-phrases.json' with { type: 'json' };
import { CONTEXT, strengthOf } from './password-strength';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MIN_STRENGTH } from './rules';

const EMAIL = 'maria.castellanos@tributos.gt';

function isTaken(password: string, email = EMAIL): boolean {
  return strengthOf(password, email) >= MIN_STRENGTH;
}

describe('a password is too weak when it', () => {
  it.each([
    ['is a common one', '1q2w3e4r5t6y'],
    ['is a common one with a suffix', 'password1234'],
    ['is a common one behind a word of this service', 'Pasarela2026password!'],
    ['repeats itself', 'abcabcabcabc'],
    ['repeats a word', 'perroperroperro'],
    ['repeats a word with signs between', 'Perro-Perro-Perro!'],
    ['is a row of keys', 'qwertyuiop[]'],
    ['is a row of keys with a year', 'Qwertyuiop2026!!'],
    ['is columns of keys', '1qaz2wsx3edc'],
    ['names this service', 'Pasarela2026!'],
    ['names this service and ends with signs', 'Pasarela2026!!'],
    ['spells this service with digits', 'P4s4rela2026#$'],
    ['spells this service with dots', 'P.a.s.a.r.e.l.a.2026'],
    ['spells this service backwards', 'alerasaP2026!!'],
    ['hides one word in another', 'pasaguatemalarela2026!'],
    ['names this country', 'guatemala2026'],
    ['names the tax authority and this country', 'SATGuatemala2026'],
    ['names the registry', '¡Renap*Guatemala*2025!'],
    ['is a role', 'administrador1'],
    ['is a role with a year and signs', 'Soporte2026**'],
    ['is a role in English', 'Administrator#2027'],
    ['is the word for a password', 'Contraseña.2026!'],
    ['greets', 'Bienvenido_2026_'],
    ['is the part of the address before the @', 'castellanos12'],
    ['is the first part of the address with a year', 'MariaCastellanos1990'],
    ['is the domain', 'tributos2026'],
    ['is the name and the domain', 'Castellanos.Tributos.2026'],
    ['is the own address', EMAIL],
    ['is the own address without its signs', 'mariacastellanostributosgt'],
    ['tells love', 'tequieromucho'],
    ['tells love with spaces, a year and signs', 'Te quiero mucho 2026!!'],
    ['tells where somebody is from', 'chapin502chapin'],
    ['names a bank', 'BancoIndustrial1'],
    ['tells love of Jesus', 'jesusteamo2026'],
    ['names this service in English', 'taxpayerlookup1'],
    ['is a prayer', 'DiosEsMiPastor7'],
    ['is a saying', 'mas vale tarde que nunca'],
    ['is a title with accents', 'Cien años de soledad'],
    ['is the known phrase in English', 'correcthorsebatterystaple'],
    ['is that phrase with hyphens', 'Correct-Horse-Battery-Staple-2026'],
  ])('%s', (_why, password) => {
    expect(password.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    expect(isTaken(password)).toBe(false);
  });
});

it('refuses an own address whose parts are too short to be words', () => {
  expect(isTaken('jo.pe.lu.ka@xy.gt', 'jo.pe.lu.ka@xy.gt')).toBe(false);
});

it('reads no sign of an address as part of a pattern', () => {
  expect(isTaken('cuatro loros beben horchata', 'a.*+(b[c{2}@tri|butos.gt')).toBe(true);
});

it('refuses common phrases, with and without spaces', { timeout: 120_000 }, () => {
  // Each takes some 30 ms, so `npm test` tries every tenth.
  const tried = commonPhrases.filter((_, place) => everything || place % 10 === 0);
  const taken = tried.flatMap((phrase) =>
    [phrase, phrase.replaceAll(' ', '')].filter((password) => isTaken(password)),
  );
  expect(taken).toEqual([]);
});

it('refuses words of this service, parts of the address, years and punctuation in any order', () => {
  const word = fc.constantFrom(...CONTEXT, ...EMAIL.split(/[.@]/));
  const spelled = fc
    .tuple(word, fc.constantFrom('lower', 'upper', 'title', 'leet'))
    .map(([text, style]) => spell(text, style));
  const year = fc.integer({ min: 1900, max: 2099 }).map(String);
  const signs = fc.stringMatching(/^[!#$%&*+,./:;=?@_ ¡¿-]{0,4}$/);
  const parts = fc.array(fc.oneof(spelled, year, signs), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, (some) => !isTaken(some.join(' '))),
    { numRuns: 300 },
  );
});

function spell(text: string, style: 'lower' | 'upper' | 'title' | 'leet'): string {
  if (style === 'upper') return text.toUpperCase();
  if (style === 'title') return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  if (style === 'lower') return text;
  return text.replace(/[aeios]/g, (one) => ({ a: '4', e: '3', i: '1', o: '0' })[one] ?? '$');
}

it.each([
  'cuatro loros beben horchata',
  'Xk29fj3lsdQ8',
  'un volcán sin nubes',
  'siete tucanes pintan barcos',
  'lámpara que duda del martes',
  'Pasarela 2026: siete tucanes',
  'Tr9k!mzQ4-wvLp7',
])('takes %s, whatever characters it is made of', (password) => {
  expect(isTaken(password)).toBe(true);
});

it('judges the longest passwords in a fraction of a second', () => {
  const before = process.cpuUsage();
  for (const unit of ['@dm1n', 'qwerty', '1990', 'p4$$w0rd', 'aB3$']) {
    strengthOf(unit.repeat(64).slice(0, MAX_PASSWORD_LENGTH), EMAIL);
  }
  // CPU time, which a busy machine does not lengthen.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5_000);
});
