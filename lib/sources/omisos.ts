import { omisos as contract, omisosResultado } from '@/lib/contract/lookups/omisos';
import { catalog } from './catalogos';
import { defineLookup } from './definition';
import { normaliserOf } from './normalise';

export const omisos = defineLookup(contract, {
  pasarela: catalog('/omisos', normaliserOf(omisosResultado), (answer) => [
    answer.nit,
    answer.nombre,
    answer.tieneIncumplimientos,
    answer.tieneProcesoCoactivo,
  ]),
});
