import { omisos as contract, type OmisosResultado } from '@/lib/contract/lookups/omisos';
import type { JsonObject } from '@/lib/json';
import { defineCatalog } from './catalogos';
import { boolean, fields, opaqueList, text, texts } from './read';

function domicilioFiscal(value: unknown): OmisosResultado['domicilioFiscal'] {
  const domicilio = fields(value);
  return {
    departamento: text(domicilio.departamento),
    municipio: text(domicilio.municipio),
    direccion: text(domicilio.direccion),
    telefono: text(domicilio.telefono),
  };
}

export function normaliseOmisos(datos: JsonObject, fechaConsulta: unknown): OmisosResultado {
  return {
    nit: text(datos.nit),
    nombre: text(datos.nombre),
    nombreComercial: text(datos.nombre_comercial),
    cui: text(datos.cui),
    versionDpi: text(datos.version_dpi),
    estadoContribuyente: text(datos.estado_contribuyente),
    tipoAfiliacion: text(datos.tipo_afiliacion),
    regimen: text(datos.regimen),
    fechaAfiliacion: text(datos.fecha_afiliacion),
    domicilioFiscal: domicilioFiscal(datos.domicilio_fiscal),
    establecimientos: opaqueList(datos.establecimientos),
    tieneIncumplimientos: boolean(datos.tiene_incumplimientos),
    tieneProcesoCoactivo: boolean(datos.tiene_proceso_coactivo),
    incumplimientos: texts(datos.incumplimientos),
    fechaConsulta: text(fechaConsulta),
  };
}

export const omisos = defineCatalog(contract, '/omisos', normaliseOmisos, (record) => [
  record.nit,
  record.nombre,
  record.tieneIncumplimientos,
  record.tieneProcesoCoactivo,
]);
