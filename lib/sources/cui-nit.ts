import { cuiNit as contract, cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { defineCatalog } from './catalogos';
import { normaliserOf } from './normalise';

export const normaliseCuiNit = normaliserOf(cuiNitResultado);

export const cuiNit = defineCatalog(
  contract,
  '/cui-nit',
  normaliseCuiNit,
  ({ nit, nombre, tipoPersona }) => [nit, nombre, tipoPersona],
);
