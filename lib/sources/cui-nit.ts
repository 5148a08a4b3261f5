import { type CuiNitResultado, cuiNit as contract } from '@/lib/contract/lookups/cui-nit';
import type { JsonObject } from '@/lib/json';
import { defineCatalog } from './catalogos';
import { text } from './read';

function tipoPersona(value: unknown): CuiNitResultado['tipoPersona'] {
  if (typeof value !== 'string') return null;
  const word = value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return word === 'individual' || word === 'juridica' ? word : null;
}

export function normaliseCuiNit(datos: JsonObject, fechaConsulta: unknown): CuiNitResultado {
  return {
    cui: text(datos.cui),
    nit: text(datos.nit),
    nombre: text(datos.nombre),
    tipoPersona: tipoPersona(datos.tipo_persona),
    fechaConsulta: text(fechaConsulta),
  };
}

export const cuiNit = defineCatalog(
  contract,
  '/cui-nit',
  normaliseCuiNit,
  ({ nit, nombre, tipoPersona }) => [nit, nombre, tipoPersona],
);
