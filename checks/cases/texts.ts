import { body, statusThen } from '@/checks/expect';

/** Texts of the contract that several checks expect; those of one lookup stand with the lookups. */

/** A body over the limit of 64 KiB. */
export const TOO_LARGE = JSON.stringify({ relleno: 'a'.repeat(64 * 1024) });
export const INVALID = 'Los datos de la consulta no son validos.';
export const NOT_FOUND = 'No encontramos informacion para los datos enviados.';
export const NO_BALANCE =
  'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.';

export const tooManyNits = statusThen(
  400,
  body({
    success: false,
    message: 'Máximo 50 NITs por petición',
    responseCode: 400,
    data: null,
  }),
);
