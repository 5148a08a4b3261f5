import { rtuV2 as contract, type RtuResultado } from '@/lib/contract/lookups/rtu-v2';
import { defineCatalog } from './catalogos';
import {
  boolean,
  calendarDate,
  codedValue,
  notReported,
  numberCode,
  objectOf,
  objectOrNull,
  objects,
  opaqueList,
  opaqueObject,
  record,
  text,
} from './read';

const persona = record({
  primerNombre: text,
  segundoNombre: text,
  primerApellido: text,
  segundoApellido: text,
  dpi: text,
  serieDpi: text,
  versionDpi: text,
  fechaNacimiento: calendarDate,
  fechaVencimientoDpi: text,
  genero: codedValue,
  estadoCivil: codedValue,
  nacionalidad: codedValue,
  tipoDocumento: codedValue,
  estado: codedValue,
  sectorEconomico: objectOf(
    record({ codigo: numberCode, descripcion: text, estado: codedValue, fechaInicio: text }),
  ),
  actividadesEconomicas: objects(record({ ciiu: text, nombre: text, clasificacion: text })),
  marcas: objects(
    record({
      codigo: numberCode,
      nombre: text,
      estado: numberCode,
      fechaEstado: text,
      vigenciaDesde: text,
      vigenciaHasta: text,
    }),
  ),
  participacionGremial: boolean,
  participacionEmpresarial: boolean,
});

/** `tipoRenta` belongs to ISR and `tipoEstablecimiento` to IVA, whatever the source sends. */
function afiliacion(impuesto: 'isr' | 'iva') {
  return record({
    impuesto: codedValue,
    regimen: codedValue,
    tipoContribuyente: codedValue,
    periodoImpositivo: codedValue,
    formaCalculo: codedValue,
    estatusAfiliacion: codedValue,
    tipoRenta: impuesto === 'isr' ? codedValue : notReported,
    tipoEstablecimiento: impuesto === 'iva' ? codedValue : notReported,
    exento: boolean,
    fechaDesde: text,
    obligaciones: objects(
      record({
        nombre: text,
        periodo: text,
        formulario: text,
        generaEtiquetaOmiso: boolean,
        requerida: boolean,
        estado: codedValue,
      }),
    ),
  });
}

export const normaliseRtu = record<RtuResultado>({
  nit: text,
  tipoContribuyente: codedValue,
  persona: objectOrNull(persona),
  empresa: opaqueObject,
  representantes: opaqueList,
  afiliaciones: objectOf(
    record({ isr: objectOrNull(afiliacion('isr')), iva: objectOrNull(afiliacion('iva')) }),
  ),
  caracteristicasEspeciales: objects(
    record({
      codigo: numberCode,
      nombre: text,
      estado: codedValue,
      fechaEstado: text,
      fechaDesde: text,
      fechaHasta: text,
    }),
  ),
  fechaUltimaActualizacion: text,
  fechaConsulta: text,
});

export const rtuV2 = defineCatalog(
  contract,
  '/rtu',
  normaliseRtu,
  ({ nit, tipoContribuyente, persona, empresa }) => [nit, tipoContribuyente, persona ?? empresa],
);
