import { omisos as contract, omisosResultado } from '@/lib/contract/lookups/omisos';
import { defineCatalog } from './catalogos';
import { normaliserOf } from './normalise';

export const omisos = defineCatalog(
  contract,
  '/omisos',
  normaliserOf(omisosResultado),
  (answer) => [answer.nit, answer.nombre, answer.tieneIncumplimientos, answer.tieneProcesoCoactivo],
);
