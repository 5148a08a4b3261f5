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

/** Whole answers of each lookup; the first belongs to its first question. */
export const lookupAnswers: Readonly<
  Record<Lookup, Readonly<Partial<Record<ExampleName, unknown>>>>
> = {
  renap: { person: renapIndividual, errorCode: renapErrorCode },
  rtu: { batch: rtuBatch },
  'cui-nit': {
    individual: cuiNitIndividual,
    company: cuiNitCompany,
    nothingReported: cuiNitEmpty,
  },
  'rtu-v2': { individual: rtuV2Individual, company: rtuV2Company },
  omisos: { defaulter: omisosDefaulter, coerced: omisosCoerced },
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
