import { rtuV2 as contract, rtuResultado } from '@/lib/contract/lookups/rtu-v2';
import { catalog } from './catalogos';
import { defineLookup } from './definition';
import { normaliserOf } from './normalise';
import { notReported } from './read';

/** `tipoRenta` belongs to ISR and `tipoEstablecimiento` to IVA, whatever the source sends. */
export const normaliseRtu = normaliserOf(rtuResultado, {
  'afiliaciones.isr.tipoEstablecimiento': notReported,
  'afiliaciones.iva.tipoRenta': notReported,
});

export const rtuV2 = defineLookup(contract, {
  pasarela: catalog('/rtu', normaliseRtu, ({ nit, tipoContribuyente, persona, empresa }) => [
    nit,
    tipoContribuyente,
    persona ?? empresa,
  ]),
});
