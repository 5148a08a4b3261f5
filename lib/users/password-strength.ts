import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';
import commonPhrases from './common-phrases.json' with { type: 'json' };
import { MAX_PASSWORD_LENGTH, MIN_STRENGTH, type Strength } from './rules';

/**
 * Load on demand: the lists of common passwords, words and phrases take 30 MB of memory and 600 kB
 * of a page, which uses this file too.
 */

/** Words that somebody who attacks this console tries first. */
export const CONTEXT = [
  'pasarela',
  'guatemala',
  'quetzal',
  'contribuyente',
  'integracion',
  'consulta',
  'catalogos',
  'renap',
  'sat',
  'rtu',
  'omisos',
  'administrador',
  'administrator',
  'admin',
  'soporte',
  'support',
  'contrasena',
  'clave',
  'usuario',
  'consola',
  'console',
  'bienvenido',
  'chapin',
  'chapina',
  '502',
  'taxpayer',
  'lookup',
  'gateway',
  'query',
];

/** Characters of a password that remain without guessable words, years and punctuation. */
const MIN_REMAINDER = 8;

/** Everything but letters and digits. */
const OTHERS = /[^\p{L}\p{N}]+/gu;

/** Characters that stand for a letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: '[a4@]',
  b: '[b8]',
  e: '[e3]',
  g: '[g69]',
  i: '[i1!|]',
  l: '[l1|]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
  z: '[z2]',
};

const estimator = new ZxcvbnFactory({
  dictionary: {
    ...dictionary,
    ...spanish,
    commonPhrases: commonPhrases.map((phrase) => phrase.replaceAll(' ', '')),
  },
  graphs: adjacencyGraphs,
  maxLength: MAX_PASSWORD_LENGTH,
  // A long password of look-alikes costs some 30 ms for each, and holds the process meanwhile.
  l33tMaxSubstitutions: 8,
});

/**
 * Estimates how many guesses a password withstands, from lists of common passwords, words and
 * phrases, sequences, keyboard rows and dates. A password is weak when little remains of it
 * without the words of this service, the parts of its user's e-mail address, years and punctuation.
 */
export function strengthOf(password: string, email: string): Strength {
  const words = guessableWords(email);
  const text = plain(password);
  const rest = withoutGuessable(text, words);
  if (rest.length < MIN_REMAINDER) return 0;
  const scoreOf = (part: string) => estimator.check(part, words).score;
  const score = scoreOf(password);
  // Each sign adds guesses to the estimate, so that a phrase with spaces would look strong.
  const weak = [text.replace(OTHERS, ''), rest].map(scoreOf).find((one) => one < MIN_STRENGTH - 1);
  return weak ?? score;
}

/** The words of this service, the e-mail address and its parts, longest first. */
function guessableWords(email: string): string[] {
  const address = plain(email);
  const wholes = [address, ...address.split('@')].map((part) => part.replace(OTHERS, ''));
  return [...CONTEXT, ...wholes, ...address.split(OTHERS)]
    .filter(({ length }) => length > 2)
    .sort((a, b) => b.length - a.length);
}

/** Takes out words, however they are spelled, years and punctuation, until nothing changes. */
function withoutGuessable(text: string, words: readonly string[]): string {
  const spellings = words.map((word) => word.replace(/./gu, (one) => LOOKALIKES[one] ?? one));
  const rest = text
    .replace(new RegExp(spellings.join('|'), 'gu'), '')
    .replace(/(19|20)\d\d/g, '')
    .replace(OTHERS, '');
  return rest === text ? rest : withoutGuessable(rest, words);
}

/** In lower case and without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
