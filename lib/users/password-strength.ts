import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { MAX_PASSWORD_LENGTH, type Strength } from './password-rule';

/**
 * Load on demand: the list of common passwords takes 15 MB of memory and 200 kB of a page, which
 * uses this file too.
 */

/** Words that somebody who attacks this console tries first. */
const CONTEXT = [
  ...['pasarela', 'guatemala', 'quetzal', 'contribuyente', 'integracion', 'consulta', 'catalogos'],
  ...['renap', 'sat', 'rtu', 'omisos', 'administrador', 'administrator', 'soporte', 'support'],
  ...['contraseña', 'contrasena', 'consola', 'console', 'bienvenido'],
];

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: MAX_PASSWORD_LENGTH,
});

/**
 * Estimates how many guesses a password withstands, from lists of common passwords, sequences,
 * keyboard rows, dates, the words of this service and the parts of its user's e-mail address.
 */
export function strengthOf(password: string, email: string): Strength {
  const ofEmail = email.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return estimator.check(password, [...CONTEXT, ...ofEmail.filter((part) => part.length > 2)])
    .score;
}
