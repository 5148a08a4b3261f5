import type { SchemaTexts } from './texts';

const asPublished = 'Text as the source publishes it; no guaranteed format.';
const fechaConsulta =
  'Moment that the source gives for the data, as text; may be older than the request unless `actualizado` was asked for.';
const opaque =
  'Not normalised: as the source publishes it, of no fixed shape. Keep it as opaque JSON.';
const unreported = '`null` means that it was not reported, and is not `false`.';
const nit = "The taxpayer's NIT, as text.";
const cui = "The person's CUI, as text.";

const catalogFields = {
  nit: 'One of `nit` and `cui` is needed.',
  cui: 'One of `nit` and `cui` is needed.',
  actualizado:
    "`false`: the source's own copy. `true`: the authority is asked at that moment. Anything else, `null` included, is a 400.",
};

/** What the schemas and their fields mean, in English. */
export const schemasEn: SchemaTexts = {
  RenapRequest: { about: 'Whom to look for in the person registry.', fields: { cui } },
  RtuRequest: { about: 'The NITs to look for.', fields: { nits: '1 to 50, each of them text.' } },
  CatalogRequest: { about: 'Whom to ask about.', fields: catalogFields },
  CatalogRtuRequest: {
    about: 'Whom to ask about.',
    fields: {
      ...catalogFields,
      date_of_birth:
        'Birth or incorporation, YYYY-MM-DD. Goes to the source unchecked; the source asks for it only while it holds no copy of the record.',
    },
  },
  LookupEnvelope: {
    about: "The person registry's envelope.",
    fields: {
      success: 'Whether the HTTP status is one of success.',
      data: 'What the registry publishes, untouched, or `null`.',
      message: "The registry's text.",
      responseCode: "The registry's own code; may tell of an error in a 200.",
    },
  },
  RtuNitsResultado: {
    about: 'The envelope of RTU by NIT.',
    fields: {
      data: 'The records that were found, as published. `[]` when there is none.',
      message: 'How many were found of how many requested.',
    },
  },
  BatchRejection: { about: 'Refusal of a batch with too many NITs.' },
  RegistryError: {
    about: 'Error of the registries.',
    fields: { error: 'Text, not a boolean. May change without notice.' },
  },
  CatalogError: {
    about: 'Error of the catalogs.',
    fields: { message: 'May change without notice.' },
  },
  CuiNitResultado: {
    about: 'Who a taxpayer is.',
    fields: {
      cui,
      nit,
      nombre: 'Full name as the source writes it; its punctuation must not be split.',
      tipoPersona: '`null` when it was not reported or not recognised.',
      fechaConsulta,
    },
  },
  OmisosResultado: {
    about: 'Compliance of a taxpayer.',
    fields: {
      nit,
      nombre: 'Full name in a single field.',
      cui: 'May have spaces between groups of digits; strip them before comparing.',
      regimen: 'Text, not a code.',
      fechaAfiliacion: asPublished,
      domicilioFiscal: 'Always present, even when its fields are null.',
      establecimientos: `${opaque} \`[]\` when there is none.`,
      tieneIncumplimientos: `Whether obligations were not filed. ${unreported}`,
      tieneProcesoCoactivo: `Whether there is a coercive collection process. ${unreported}`,
      incumplimientos: "Details in the authority's words. `[]` when there is none.",
      fechaConsulta,
    },
  },
  DomicilioFiscal: { about: 'Fiscal address.' },
  RtuResultado: {
    about: 'Full record of a taxpayer.',
    fields: {
      nit,
      persona: 'For individuals. A null alone does not prove a legal entity.',
      empresa: `For legal entities. ${opaque}`,
      representantes: opaque,
      afiliaciones: 'Each tax is `null` when the taxpayer is not affiliated to it.',
      fechaUltimaActualizacion: `Last update or ratification before the authority. ${asPublished}`,
      fechaConsulta,
    },
  },
  PersonaRtu: {
    about: 'An individual.',
    fields: {
      dpi: 'The CUI.',
      fechaNacimiento: 'The only date of a guaranteed format: YYYY-MM-DD.',
      fechaVencimientoDpi: asPublished,
      participacionGremial: unreported,
      participacionEmpresarial: unreported,
    },
  },
  SectorEconomico: { about: 'Economic sector.', fields: { fechaInicio: asPublished } },
  ActividadEconomica: { about: 'Economic activity.', fields: { ciiu: 'ISIC code, as text.' } },
  MarcaContribuyente: {
    about: 'A mark that the authority put on the taxpayer.',
    fields: {
      estado: 'The bare numeric code, without a description.',
      fechaEstado: asPublished,
      vigenciaDesde: asPublished,
      vigenciaHasta: asPublished,
    },
  },
  AfiliacionImpuesto: {
    about: 'Affiliation to ISR or IVA.',
    fields: {
      tipoRenta: 'ISR only; both fields null for IVA.',
      tipoEstablecimiento: 'IVA only; both fields null for ISR.',
      exento: unreported,
      fechaDesde: asPublished,
    },
  },
  ObligacionTributaria: {
    about: 'Obligation of an affiliation.',
    fields: {
      periodo: 'How often it falls due.',
      formulario: 'The form that fulfils it.',
      generaEtiquetaOmiso: `Whether failing it marks the taxpayer as omiso. ${unreported}`,
      requerida: unreported,
    },
  },
  CaracteristicaEspecial: {
    about: 'Special trait of the taxpayer.',
    fields: { fechaEstado: asPublished, fechaDesde: asPublished, fechaHasta: asPublished },
  },
  CodigoDescripcion: {
    about: "A value of one of the authority's catalogs. When not reported, both fields are `null`.",
    fields: {
      codigo: 'Number or text, depending on the catalog. Compare as text: leading zeros matter.',
      descripcion: 'For people, not for comparing.',
    },
  },
};
