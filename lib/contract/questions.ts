import { type Lookup, lookupFacts } from './lookups';

/**
 * Made-up taxpayers whom the simulator of a development deployment knows: what is shown as a question
 * is answered there as shown.
 */
const INDIVIDUAL = { nit: '48217638', cui: '2456712340101', born: '1988-04-17' };
const COMPANY = '7001541';
const DEFAULTER = '77061586';
const COERCED = '26149370';
const NOBODY = '99009994';

export type QuestionName =
  | 'batch'
  | 'byNit'
  | 'byCui'
  | 'company'
  | 'withBirthDate'
  | 'defaulter'
  | 'coerced'
  | 'fresh';

type Body = Readonly<Record<string, unknown>>;

/** Whole questions for each lookup; the first is the one that the code samples ask. */
export const lookupQuestions: Readonly<
  Record<Lookup, Readonly<Partial<Record<QuestionName, Body>>>>
> = {
  renap: { byCui: { cui: INDIVIDUAL.cui } },
  rtu: { batch: { nits: [COMPANY, NOBODY, INDIVIDUAL.nit] } },
  'cui-nit': {
    byNit: { nit: INDIVIDUAL.nit },
    byCui: { cui: INDIVIDUAL.cui },
    company: { nit: COMPANY },
  },
  'rtu-v2': {
    byNit: { nit: INDIVIDUAL.nit },
    company: { nit: COMPANY },
    withBirthDate: { nit: INDIVIDUAL.nit, actualizado: true, date_of_birth: INDIVIDUAL.born },
  },
  omisos: {
    defaulter: { nit: DEFAULTER },
    coerced: { nit: COERCED },
    fresh: { nit: DEFAULTER, actualizado: true },
  },
};

export interface Question {
  readonly path: string;
  /** Sent as JSON. */
  readonly body: Body;
}

export function firstQuestion(lookup: Lookup): Question {
  const [body = {}] = Object.values(lookupQuestions[lookup]);
  return { path: lookupFacts[lookup].path, body };
}
