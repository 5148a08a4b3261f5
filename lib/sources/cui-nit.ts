import { type CuiNitResultado, cuiNit as contract } from '@/lib/contract/lookups/cui-nit';
import { defineCatalog } from './catalogos';
import { oneOf, record, text } from './read';

export const normaliseCuiNit = record<CuiNitResultado>({
  cui: text,
  nit: text,
  nombre: text,
  tipoPersona: oneOf('individual', 'juridica'),
  fechaConsulta: text,
});

export const cuiNit = defineCatalog(
  contract,
  '/cui-nit',
  normaliseCuiNit,
  ({ nit, nombre, tipoPersona }) => [nit, nombre, tipoPersona],
);
