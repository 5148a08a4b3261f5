import { rtuV2 as contract, type RtuResultado } from '@/lib/contract/lookups/rtu-v2';
import { isJsonObject, type JsonObject } from '@/lib/json';
import { defineCatalog } from './catalogos';
import {
  boolean,
  calendarDate,
  codedValue,
  fields,
  NOT_REPORTED,
  numberCode,
  objects,
  opaqueList,
  opaqueObject,
  text,
} from './read';

function sectorEconomico(value: unknown) {
  const sector = fields(value);
  return {
    codigo: numberCode(sector.codigo),
    descripcion: text(sector.descripcion),
    estado: codedValue(sector.estado),
    fechaInicio: text(sector.fecha_inicio),
  };
}

function actividadEconomica(actividad: JsonObject) {
  return {
    ciiu: text(actividad.ciiu),
    nombre: text(actividad.nombre),
    clasificacion: text(actividad.clasificacion),
  };
}

function marca(value: JsonObject) {
  return {
    codigo: numberCode(value.codigo),
    nombre: text(value.nombre),
    estado: numberCode(value.estado),
    fechaEstado: text(value.fecha_estado),
    vigenciaDesde: text(value.vigencia_desde),
    vigenciaHasta: text(value.vigencia_hasta),
  };
}

function persona(value: unknown) {
  if (!isJsonObject(value)) return null;
  return {
    primerNombre: text(value.primer_nombre),
    segundoNombre: text(value.segundo_nombre),
    primerApellido: text(value.primer_apellido),
    segundoApellido: text(value.segundo_apellido),
    dpi: text(value.dpi),
    serieDpi: text(value.serie_dpi),
    versionDpi: text(value.version_dpi),
    fechaNacimiento: calendarDate(value.fecha_nacimiento),
    fechaVencimientoDpi: text(value.fecha_vencimiento_dpi),
    genero: codedValue(value.genero),
    estadoCivil: codedValue(value.estado_civil),
    nacionalidad: codedValue(value.nacionalidad),
    tipoDocumento: codedValue(value.tipo_documento),
    estado: codedValue(value.estado),
    sectorEconomico: sectorEconomico(value.sector_economico),
    actividadesEconomicas: objects(value.actividades_economicas, actividadEconomica),
    marcas: objects(value.marcas, marca),
    participacionGremial: boolean(value.participacion_gremial),
    participacionEmpresarial: boolean(value.participacion_empresarial),
  };
}

function obligacion(value: JsonObject) {
  return {
    nombre: text(value.nombre),
    periodo: text(value.periodo),
    formulario: text(value.formulario),
    generaEtiquetaOmiso: boolean(value.genera_etiqueta_omiso),
    requerida: boolean(value.requerida),
    estado: codedValue(value.estado),
  };
}

/** `tipoRenta` belongs to ISR and `tipoEstablecimiento` to IVA, whatever the source sends. */
function afiliacion(value: unknown, impuesto: 'isr' | 'iva') {
  if (!isJsonObject(value)) return null;
  return {
    impuesto: codedValue(value.impuesto),
    regimen: codedValue(value.regimen),
    tipoContribuyente: codedValue(value.tipo_contribuyente),
    periodoImpositivo: codedValue(value.periodo_impositivo),
    formaCalculo: codedValue(value.forma_calculo),
    estatusAfiliacion: codedValue(value.estatus_afiliacion),
    tipoRenta: impuesto === 'isr' ? codedValue(value.tipo_renta) : NOT_REPORTED,
    tipoEstablecimiento: impuesto === 'iva' ? codedValue(value.tipo_establecimiento) : NOT_REPORTED,
    exento: boolean(value.exento),
    fechaDesde: text(value.fecha_desde),
    obligaciones: objects(value.obligaciones, obligacion),
  };
}

function caracteristica(value: JsonObject) {
  return {
    codigo: numberCode(value.codigo),
    nombre: text(value.nombre),
    estado: codedValue(value.estado),
    fechaEstado: text(value.fecha_estado),
    fechaDesde: text(value.fecha_desde),
    fechaHasta: text(value.fecha_hasta),
  };
}

export function normaliseRtu(datos: JsonObject, fechaConsulta: unknown): RtuResultado {
  const afiliaciones = fields(datos.afiliaciones);
  return {
    nit: text(datos.nit),
    tipoContribuyente: codedValue(datos.tipo_contribuyente),
    persona: persona(datos.persona),
    empresa: opaqueObject(datos.empresa),
    representantes: opaqueList(datos.representantes),
    afiliaciones: {
      isr: afiliacion(afiliaciones.isr, 'isr'),
      iva: afiliacion(afiliaciones.iva, 'iva'),
    },
    caracteristicasEspeciales: objects(datos.caracteristicas_especiales, caracteristica),
    fechaUltimaActualizacion: text(datos.fecha_ultima_actualizacion),
    fechaConsulta: text(fechaConsulta),
  };
}

export const rtuV2 = defineCatalog(
  contract,
  '/rtu',
  normaliseRtu,
  ({ nit, tipoContribuyente, persona, empresa }) => [nit, tipoContribuyente, persona ?? empresa],
);
