import { z } from 'zod';
import { documentSchema } from '@/lib/contract/document-schema';
import { flag, notes, opaqueList, sampleTaxpayers, text, texts } from '@/lib/contract/fields';
import coerced from '@/lib/contract/golden/omisos.coerced.json' with { type: 'json' };
import defaulter from '@/lib/contract/golden/omisos.defaulter.json' with { type: 'json' };
import { catalogRequest, declareCatalog, exampleTexts } from './catalog';

const domicilioFiscal = z.strictObject({
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
  incumplimientos: texts,
  fechaConsulta: text,
});

/** Omisos: unfiled obligations and coercive collection of one taxpayer. */
export const omisos = declareCatalog(catalogRequest, {
  name: 'omisos',
  path: '/catalogos/omisos',
  operationId: 'lookupOmisos',
  flag: 'is_omisos_enabled',
  result: 'OmisosResultado',
  recordSchemas: {
    OmisosResultado: documentSchema(
      omisosResultado,
      { es: 'Cumplimiento de un contribuyente.', en: 'Compliance of a taxpayer.' },
      {
        nit: notes.nit,
        nombre: { es: 'Nombre completo en un solo campo.', en: 'Full name in a single field.' },
        cui: {
          es: 'Puede traer espacios entre grupos de dígitos; quítense antes de comparar.',
          en: 'May have spaces between groups of digits; strip them before comparing.',
        },
        regimen: { es: 'Texto, no código.', en: 'Text, not a code.' },
        fechaAfiliacion: notes.asPublished,
        domicilioFiscal: {
          es: 'Siempre presente, aunque sus campos sean nulos.',
          en: 'Always present, even when its fields are null.',
        },
        establecimientos: {
          es: `${notes.opaque.es} \`[]\` si no hay.`,
          en: `${notes.opaque.en} \`[]\` when there is none.`,
        },
        tieneIncumplimientos: {
          es: `Si hay obligaciones sin presentar. ${notes.unreported.es}`,
          en: `Whether obligations were not filed. ${notes.unreported.en}`,
        },
        tieneProcesoCoactivo: {
          es: `Si hay un proceso de cobro coactivo. ${notes.unreported.es}`,
          en: `Whether there is a coercive collection process. ${notes.unreported.en}`,
        },
        incumplimientos: {
          es: 'Detalle, en palabras de la autoridad. `[]` si no hay.',
          en: "Details in the authority's words. `[]` when there is none.",
        },
        fechaConsulta: notes.fechaConsulta,
      },
    ),
    DomicilioFiscal: documentSchema(domicilioFiscal, {
      es: 'Domicilio fiscal.',
      en: 'Fiscal address.',
    }),
  },
  questions: {
    defaulter: { summary: exampleTexts.defaulter, value: { nit: sampleTaxpayers.defaulter.nit } },
    coerced: { summary: exampleTexts.coerced, value: { nit: sampleTaxpayers.coerced.nit } },
    fresh: {
      summary: { es: 'Con datos del momento', en: 'With data of the moment' },
      value: { nit: sampleTaxpayers.defaulter.nit, actualizado: true },
    },
  },
  answers: {
    defaulter: { summary: exampleTexts.defaulter, value: defaulter },
    coerced: { summary: exampleTexts.coerced, value: coerced },
  },
  title: { es: 'Omisos', en: 'Non-filers' },
  description: {
    es: 'Si la administración tributaria registra obligaciones sin presentar o un cobro coactivo. Un valor `null` no autoriza a concluir que no los hay.',
    en: 'Whether the tax authority records obligations that were not filed, or a coercive collection. A `null` does not allow the conclusion that there are none.',
  },
});
