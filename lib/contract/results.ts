import { z } from 'zod';

/**
 * What the lookups answer: contract, 'Resources and their fields'. Objects are strict and their keys
 * stand in the contract's order; every field is always present.
 */

const text = z.string().nullable();
const flag = z.boolean().nullable();
const numberCode = z.number().nullable();
/** As the source publishes it: kept as opaque JSON. */
const opaqueObject = z.record(z.string(), z.unknown()).nullable();
const opaqueList = z.array(z.unknown());

export const codigoDescripcion = z.strictObject({
  codigo: z.union([z.number(), z.string()]).nullable(),
  descripcion: text,
});

export const cuiNitResultado = z.strictObject({
  cui: text,
  nit: text,
  nombre: text,
  tipoPersona: z.enum(['individual', 'juridica']).nullable(),
  fechaConsulta: text,
});

export const domicilioFiscal = z.strictObject({
  departamento: text,
  municipio: text,
  direccion: text,
  telefono: text,
});

export const omisosResultado = z.strictObject({
  nit: text,
  nombre: text,
  nombreComercial: text,
  cui: text,
  versionDpi: text,
  estadoContribuyente: text,
  tipoAfiliacion: text,
  regimen: text,
  fechaAfiliacion: text,
  domicilioFiscal,
  establecimientos: opaqueList,
  tieneIncumplimientos: flag,
  tieneProcesoCoactivo: flag,
  incumplimientos: z.array(z.string()),
  fechaConsulta: text,
});

export const sectorEconomico = z.strictObject({
  codigo: numberCode,
  descripcion: text,
  estado: codigoDescripcion,
  fechaInicio: text,
});

export const actividadEconomica = z.strictObject({
  ciiu: text,
  nombre: text,
  clasificacion: text,
});

export const marcaContribuyente = z.strictObject({
  codigo: numberCode,
  nombre: text,
  estado: numberCode,
  fechaEstado: text,
  vigenciaDesde: text,
  vigenciaHasta: text,
});

export const personaRtu = z.strictObject({
  primerNombre: text,
  segundoNombre: text,
  primerApellido: text,
  segundoApellido: text,
  dpi: text,
  serieDpi: text,
  versionDpi: text,
  fechaNacimiento: z.iso.date().nullable(),
  fechaVencimientoDpi: text,
  genero: codigoDescripcion,
  estadoCivil: codigoDescripcion,
  nacionalidad: codigoDescripcion,
  tipoDocumento: codigoDescripcion,
  estado: codigoDescripcion,
  sectorEconomico,
  actividadesEconomicas: z.array(actividadEconomica),
  marcas: z.array(marcaContribuyente),
  participacionGremial: flag,
  participacionEmpresarial: flag,
});

export const obligacionTributaria = z.strictObject({
  nombre: text,
  periodo: text,
  formulario: text,
  generaEtiquetaOmiso: flag,
  requerida: flag,
  estado: codigoDescripcion,
});

export const afiliacionImpuesto = z.strictObject({
  impuesto: codigoDescripcion,
  regimen: codigoDescripcion,
  tipoContribuyente: codigoDescripcion,
  periodoImpositivo: codigoDescripcion,
  formaCalculo: codigoDescripcion,
  estatusAfiliacion: codigoDescripcion,
  tipoRenta: codigoDescripcion,
  tipoEstablecimiento: codigoDescripcion,
  exento: flag,
  fechaDesde: text,
  obligaciones: z.array(obligacionTributaria),
});

export const caracteristicaEspecial = z.strictObject({
  codigo: numberCode,
  nombre: text,
  estado: codigoDescripcion,
  fechaEstado: text,
  fechaDesde: text,
  fechaHasta: text,
});

export const rtuResultado = z.strictObject({
  nit: text,
  tipoContribuyente: codigoDescripcion,
  persona: personaRtu.nullable(),
  empresa: opaqueObject,
  representantes: opaqueList,
  afiliaciones: z.strictObject({
    isr: afiliacionImpuesto.nullable(),
    iva: afiliacionImpuesto.nullable(),
  }),
  caracteristicasEspeciales: z.array(caracteristicaEspecial),
  fechaUltimaActualizacion: text,
  fechaConsulta: text,
});

/** Envelope of the person registry and of RTU by NIT; the catalogs wrap their record in `data`. */
export const lookupEnvelope = z.strictObject({
  success: z.boolean(),
  data: z.unknown(),
  message: z.string(),
  responseCode: z.int(),
});

/** RTU by NIT when it answers: the records as the source publishes them. */
export const rtuNitsResultado = lookupEnvelope.extend({
  success: z.literal(true),
  data: z.array(z.unknown()),
  responseCode: z.literal(200),
});

/** The body of a failure: contract, 'Errors', 'Body shapes'. */
export const registryError = z.strictObject({ error: z.string() });
export const catalogError = z.strictObject({ message: z.string() });
export const batchRejection = lookupEnvelope.extend({
  success: z.literal(false),
  data: z.null(),
  responseCode: z.literal(400),
});

export type CodigoDescripcion = z.infer<typeof codigoDescripcion>;
export type CuiNitResultado = z.infer<typeof cuiNitResultado>;
export type OmisosResultado = z.infer<typeof omisosResultado>;
export type SectorEconomico = z.infer<typeof sectorEconomico>;
export type ActividadEconomica = z.infer<typeof actividadEconomica>;
export type MarcaContribuyente = z.infer<typeof marcaContribuyente>;
export type PersonaRtu = z.infer<typeof personaRtu>;
export type ObligacionTributaria = z.infer<typeof obligacionTributaria>;
export type AfiliacionImpuesto = z.infer<typeof afiliacionImpuesto>;
export type CaracteristicaEspecial = z.infer<typeof caracteristicaEspecial>;
export type RtuResultado = z.infer<typeof rtuResultado>;
export type LookupEnvelope = z.infer<typeof lookupEnvelope>;
