import { z } from 'zod';
import { documentSchema } from '@/lib/contract/document-schema';
import { notes, sampleTaxpayers, text } from '@/lib/contract/fields';
import company from '@/lib/contract/golden/cui-nit.company.json' with { type: 'json' };
import empty from '@/lib/contract/golden/cui-nit.empty.json' with { type: 'json' };
import individual from '@/lib/contract/golden/cui-nit.individual.json' with { type: 'json' };
import { catalogRequest, declareCatalog, exampleTexts } from './catalog';

export const cuiNitResultado = z.strictObject({
  cui: text,
  nit: text,
  nombre: text,
  tipoPersona: z.enum(['individual', 'juridica']).nullable(),
  fechaConsulta: text,
});

/** CUI/NIT: the NIT of a CUI, or the CUI of a NIT. */
export const cuiNit = declareCatalog(catalogRequest, {
  name: 'cui-nit',
  path: '/catalogos/cui-nit',
  operationId: 'lookupCuiNit',
  flag: 'is_cui_nit_enabled',
  result: 'CuiNitResultado',
  recordSchemas: {
    CuiNitResultado: documentSchema(
      cuiNitResultado,
      { es: 'Identificación de un contribuyente.', en: 'Who a taxpayer is.' },
      {
        cui: notes.cui,
        nit: notes.nit,
        nombre: {
          es: 'Nombre completo como lo escribe la fuente; su puntuación no debe separarse.',
          en: 'Full name as the source writes it; its punctuation must not be split.',
        },
        tipoPersona: {
          es: '`null` si no se informó o no se reconoce.',
          en: '`null` when it was not reported or not recognised.',
        },
        fechaConsulta: notes.fechaConsulta,
      },
    ),
  },
  questions: {
    byNit: { summary: exampleTexts.byNit, value: { nit: sampleTaxpayers.individual.nit } },
    byCui: { summary: exampleTexts.byCui, value: { cui: sampleTaxpayers.individual.cui } },
    company: { summary: exampleTexts.company, value: { nit: sampleTaxpayers.company.nit } },
  },
  answers: {
    individual: { summary: exampleTexts.individual, value: individual },
    company: { summary: exampleTexts.company, value: company },
    nothingReported: {
      summary: {
        es: 'Éxito sin nada reconocible: todo nulo',
        en: 'A success with nothing recognisable: all null',
      },
      value: empty,
    },
  },
  title: { es: 'CUI y NIT', en: 'CUI and NIT' },
  description: {
    es: 'Con `nit`, `cui` o ambos. No se comprueba que ambos sean de la misma persona: la fuente decide.',
    en: 'With `nit`, `cui` or both. Whether both belong to the same person is not checked here: the source decides.',
  },
});
