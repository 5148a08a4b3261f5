import { z } from 'zod';
import { documentSchema } from '@/lib/contract/document-schema';
import {
  calendarDate,
  codigoDescripcion,
  flag,
  notes,
  numberCode,
  opaqueList,
  opaqueObject,
  sampleTaxpayers,
  text,
} from '@/lib/contract/fields';
import company from '@/lib/contract/golden/rtu-v2.company.json' with { type: 'json' };
import individual from '@/lib/contract/golden/rtu-v2.individual.json' with { type: 'json' };
import {
  catalogFields,
  catalogFieldTexts,
  declareCatalog,
  documentRequest,
  exampleTexts,
  hasIdentifier,
  identifierCheck,
} from './catalog';

/** `date_of_birth` is forwarded unchecked; a value that is not text is dropped. */
const request = z
  .object({ ...catalogFields, date_of_birth: z.string().optional().catch(undefined) })
  .refine(hasIdentifier, identifierCheck());

const sectorEconomico = z.strictObject({
  codigo: numberCode,
  descripcion: text,
  estado: codigoDescripcion,
  fechaInicio: text,
});

const actividadEconomica = z.strictObject({ ciiu: text, nombre: text, clasificacion: text });

const marcaContribuyente = z.strictObject({
  codigo: numberCode,
  nombre: text,
  estado: numberCode,
  fechaEstado: text,
  vigenciaDesde: text,
  vigenciaHasta: text,
});

const personaRtu = z.strictObject({
  primerNombre: text,
  segundoNombre: text,
  primerApellido: text,
  segundoApellido: text,
  dpi: text,
  serieDpi: text,
  versionDpi: text,
  fechaNacimiento: calendarDate,
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

const obligacionTributaria = z.strictObject({
  nombre: text,
  periodo: text,
  formulario: text,
  generaEtiquetaOmiso: flag,
  requerida: flag,
  estado: codigoDescripcion,
});

const afiliacionImpuesto = z.strictObject({
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

const caracteristicaEspecial = z.strictObject({
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

const { asPublished, opaque, unreported } = notes;

/** Full RTU record of one taxpayer. Not a second version of `/rtu/nits`. */
export const rtuV2 = declareCatalog(request, {
  name: 'rtu-v2',
  path: '/catalogos/rtu',
  operationId: 'lookupRtuV2',
  flag: 'is_rtu_v2_enabled',
  request: 'CatalogRtuRequest',
  result: 'RtuResultado',
  requestSchemas: {
    CatalogRtuRequest: documentRequest(request, {
      ...catalogFieldTexts,
      date_of_birth: {
        es: 'Nacimiento o constitución, AAAA-MM-DD. Se envía a la fuente sin validar; solo la pide si no tiene copia del registro.',
        en: 'Birth or incorporation, YYYY-MM-DD. Goes to the source unchecked; the source asks for it only while it holds no copy of the record.',
      },
    }),
  },
  recordSchemas: {
    RtuResultado: documentSchema(
      rtuResultado,
      { es: 'Registro completo de un contribuyente.', en: 'Full record of a taxpayer.' },
      {
        nit: notes.nit,
        persona: {
          es: 'Para personas individuales. Que sea nula no basta para concluir que es jurídica.',
          en: 'For individuals. A null alone does not prove a legal entity.',
        },
        empresa: {
          es: `Para personas jurídicas. ${opaque.es}`,
          en: `For legal entities. ${opaque.en}`,
        },
        representantes: opaque,
        afiliaciones: {
          es: 'Cada impuesto es `null` si el contribuyente no está afiliado a él.',
          en: 'Each tax is `null` when the taxpayer is not affiliated to it.',
        },
        fechaUltimaActualizacion: {
          es: `Última actualización o ratificación ante la autoridad. ${asPublished.es}`,
          en: `Last update or ratification before the authority. ${asPublished.en}`,
        },
        fechaConsulta: notes.fechaConsulta,
      },
    ),
    PersonaRtu: documentSchema(
      personaRtu,
      { es: 'Una persona individual.', en: 'An individual.' },
      {
        dpi: { es: 'El CUI.', en: 'The CUI.' },
        fechaNacimiento: {
          es: 'La única fecha con formato garantizado: AAAA-MM-DD.',
          en: 'The only date of a guaranteed format: YYYY-MM-DD.',
        },
        fechaVencimientoDpi: asPublished,
        participacionGremial: unreported,
        participacionEmpresarial: unreported,
      },
    ),
    SectorEconomico: documentSchema(
      sectorEconomico,
      { es: 'Sector económico.', en: 'Economic sector.' },
      { fechaInicio: asPublished },
    ),
    ActividadEconomica: documentSchema(
      actividadEconomica,
      { es: 'Actividad económica.', en: 'Economic activity.' },
      { ciiu: { es: 'Código CIIU, como texto.', en: 'ISIC code, as text.' } },
    ),
    MarcaContribuyente: documentSchema(
      marcaContribuyente,
      {
        es: 'Marca que la autoridad puso al contribuyente.',
        en: 'A mark that the authority put on the taxpayer.',
      },
      {
        estado: {
          es: 'Solo el código numérico, sin descripción.',
          en: 'The bare numeric code, without a description.',
        },
        fechaEstado: asPublished,
        vigenciaDesde: asPublished,
        vigenciaHasta: asPublished,
      },
    ),
    AfiliacionImpuesto: documentSchema(
      afiliacionImpuesto,
      { es: 'Afiliación al ISR o al IVA.', en: 'Affiliation to ISR or IVA.' },
      {
        tipoRenta: {
          es: 'Solo del ISR; en el IVA, ambos campos nulos.',
          en: 'ISR only; both fields null for IVA.',
        },
        tipoEstablecimiento: {
          es: 'Solo del IVA; en el ISR, ambos campos nulos.',
          en: 'IVA only; both fields null for ISR.',
        },
        exento: unreported,
        fechaDesde: asPublished,
      },
    ),
    ObligacionTributaria: documentSchema(
      obligacionTributaria,
      { es: 'Obligación de una afiliación.', en: 'Obligation of an affiliation.' },
      {
        periodo: { es: 'Cada cuánto vence.', en: 'How often it falls due.' },
        formulario: { es: 'Con cuál se cumple.', en: 'The form that fulfils it.' },
        generaEtiquetaOmiso: {
          es: `Si incumplirla marca al contribuyente como omiso. ${unreported.es}`,
          en: `Whether failing it marks the taxpayer as omiso. ${unreported.en}`,
        },
        requerida: unreported,
      },
    ),
    CaracteristicaEspecial: documentSchema(
      caracteristicaEspecial,
      { es: 'Característica especial del contribuyente.', en: 'Special trait of the taxpayer.' },
      { fechaEstado: asPublished, fechaDesde: asPublished, fechaHasta: asPublished },
    ),
  },
  questions: {
    byNit: { summary: exampleTexts.byNit, value: { nit: sampleTaxpayers.individual.nit } },
    company: { summary: exampleTexts.company, value: { nit: sampleTaxpayers.company.nit } },
    withBirthDate: {
      summary: {
        es: 'Con fecha de nacimiento y datos del momento',
        en: 'With a birth date and data of the moment',
      },
      value: {
        nit: sampleTaxpayers.individual.nit,
        actualizado: true,
        date_of_birth: sampleTaxpayers.individual.born,
      },
    },
  },
  answers: {
    individual: { summary: exampleTexts.individual, value: individual },
    company: { summary: exampleTexts.company, value: company },
  },
  title: { es: 'RTU completo', en: 'Full RTU' },
  description: {
    es: 'Régimen, afiliaciones, obligaciones y características especiales. Una persona jurídica es `persona` nula con `empresa` presente; ambas nulas significa indeterminado. `date_of_birth` solo hace falta cuando la fuente aún no tiene copia del registro. No es otra versión de `/rtu/nits`, sino otra consulta.',
    en: 'Regime, affiliations, obligations and special traits. A legal entity is a null `persona` with an `empresa`; both null means undetermined. `date_of_birth` is needed only while the source holds no copy of the record. It is not a second version of `/rtu/nits` but another lookup.',
  },
});
