import { omisos as contract, type OmisosResultado } from '@/lib/contract/lookups/omisos';
import { defineCatalog } from './catalogos';
import { boolean, objectOf, opaqueList, record, text, texts } from './read';

export const normaliseOmisos = record<OmisosResultado>({
  nit: text,
  nombre: text,
  nombreComercial: text,
  cui: text,
  versionDpi: text,
  estadoContribuyente: text,
  tipoAfiliacion: text,
  regimen: text,
  fechaAfiliacion: text,
  domicilioFiscal: objectOf(
    record({ departamento: text, municipio: text, direccion: text, telefono: text }),
  ),
  establecimientos: opaqueList,
  tieneIncumplimientos: boolean,
  tieneProcesoCoactivo: boolean,
  incumplimientos: texts,
  fechaConsulta: text,
});

export const omisos = defineCatalog(contract, '/omisos', normaliseOmisos, (answer) => [
  answer.nit,
  answer.nombre,
  answer.tieneIncumplimientos,
  answer.tieneProcesoCoactivo,
]);
