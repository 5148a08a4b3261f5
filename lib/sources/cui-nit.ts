import { cuiNit as contract, cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { defineCatalog } from './catalogos';
import { normaliserOf } from './normalise';

export const cuiNit = defineCatalog(
  contract,
  '/cui-nit',
  normaliserOf(cuiNitResultado),
  ({ nit, nombre, tipoPersona }) => [nit, nombre, tipoPersona],
);
