import { cuiNit as contract, cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { catalog } from './catalogos';
import { defineLookup } from './definition';
import { infileCuiNit } from './infile';
import { normaliserOf } from './normalise';

export const cuiNit = defineLookup(contract, {
  pasarela: catalog('/cui-nit', normaliserOf(cuiNitResultado), ({ nit, nombre, tipoPersona }) => [
    nit,
    nombre,
    tipoPersona,
  ]),
  infile: infileCuiNit,
});
