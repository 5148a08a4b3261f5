import type { Lookup } from '@/lib/contract/lookups';
import cuiNitCompany from './answers/cui-nit.company.json' with { type: 'json' };
import cuiNitEmpty from './answers/cui-nit.empty.json' with { type: 'json' };
import cuiNitIndividual from './answers/cui-nit.individual.json' with { type: 'json' };
import omisosCoerced from './answers/omisos.coerced.json' with { type: 'json' };
import omisosDefaulter from './answers/omisos.defaulter.json' with { type: 'json' };
import renapErrorCode from './answers/renap.error-code.json' with { type: 'json' };
import renapIndividual from './answers/renap.individual.json' with { type: 'json' };
import rtuBatch from './answers/rtu.batch.json' with { type: 'json' };
import rtuV2Company from './answers/rtu-v2.company.json' with { type: 'json' };
import rtuV2Individual from './answers/rtu-v2.individual.json' with { type: 'json' };
import type { ExampleName } from './texts/texts';

/**
 * Made-up taxpayers whom the simulator of a development deployment knows: what is shown as a question
 * is answered there as shown.
 */
const INDIVIDUAL = { nit: '48217638', cui: '2456712340101', born: '1988-04-17' };
const COMPANY = '7001541';
const DEFAULTER = '77061586';
const COERCED = '26149370';
const NOBODY = '99009994';

export interface LookupExamples {
  /** The first is the one that the code samples send. */
  readonly questions: Readonly<Partial<Record<ExampleName, Readonly<Record<string, unknown>>>>>;
  readonly answers: Readonly<Partial<Record<ExampleName, unknown>>>;
}

/** Whole questions and whole answers of each lookup. */
export const lookupExamples: Readonly<Record<Lookup, LookupExamples>> = {
  renap: {
    questions: { byCui: { cui: INDIVIDUAL.cui } },
    answers: { person: renapIndividual, errorCode: renapErrorCode },
  },
  rtu: {
    questions: { batch: { nits: [COMPANY, NOBODY, INDIVIDUAL.nit] } },
    answers: { batch: rtuBatch },
  },
  'cui-nit': {
    questions: {
      byNit: { nit: INDIVIDUAL.nit },
      byCui: { cui: INDIVIDUAL.cui },
      company: { nit: COMPANY },
    },
    answers: {
      individual: cuiNitIndividual,
      company: cuiNitCompany,
      nothingReported: cuiNitEmpty,
    },
  },
  'rtu-v2': {
    questions: {
      byNit: { nit: INDIVIDUAL.nit },
      company: { nit: COMPANY },
      withBirthDate: { nit: INDIVIDUAL.nit, actualizado: true, date_of_birth: INDIVIDUAL.born },
    },
    answers: { individual: rtuV2Individual, company: rtuV2Company },
  },
  omisos: {
    questions: {
      defaulter: { nit: DEFAULTER },
      coerced: { nit: COERCED },
      fresh: { nit: DEFAULTER, actualizado: true },
    },
    answers: { defaulter: omisosDefaulter, coerced: omisosCoerced },
  },
};

/** What the person registry says when it has nobody, or does not take the number. */
export const registryAnswers = {
  unknownPerson: {
    success: false,
    data: null,
    message: 'No se encontró información para el CUI consultado.',
    responseCode: 404,
  },
  rejectedByRegistry: {
    success: false,
    data: null,
    message: 'Los datos enviados no son válidos.',
    responseCode: 400,
  },
} as const;
