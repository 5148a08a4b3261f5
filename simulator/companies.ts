import { drawDate, drawTaxFacts, type TaxFacts } from './facts';
import { describeIndividual } from './individuals';
import { BUSINESS_KINDS, BUSINESS_NAMES, LEGAL_FORMS, SURNAMES } from './names';
import { individualAt } from './people';
import { createPrng, type Prng } from './prng';
import type { Company } from './taxpayer';
import type { JsonObject } from './wire';

/** All there is to know of one legal entity, drawn from its seed. Dates are ISO. */
export interface CompanyProfile {
  company: Company;
  nombre: string;
  tradeName: string;
  legalForm: string;
  foundedOn: string;
  deedNumber: number;
  capitalQuetzales: number;
  /** As the RTU lists them; each is one of the simulator's individuals. */
  representatives: JsonObject[];
  tax: TaxFacts;
}

function drawRepresentative(prng: Prng, role: string): JsonObject {
  const person = describeIndividual(individualAt(prng.int(0, 1_000_000)));
  const from = drawDate(prng, 2022, 2024);
  return {
    nit: person.individual.nit,
    cui: person.individual.cui,
    nombre: person.nombre,
    cargo: role,
    desde: from,
    hasta: `${Number(from.slice(0, 4)) + 3}${from.slice(4)}`,
  };
}

export function describeCompany(company: Company): CompanyProfile {
  const prng = createPrng(company.seed * 2 + 2);
  const drawnForm = prng.pick(LEGAL_FORMS);
  const partners = `${prng.pick(SURNAMES)} Y ${prng.pick(SURNAMES)}`;
  const title = prng.chance(0.5) ? partners : prng.pick(BUSINESS_NAMES);
  const drawnName = `${prng.pick(BUSINESS_KINDS)} ${title}`;
  const nombre = company.traits.nombre ?? `${drawnName}, ${drawnForm}`;
  const foundedOn = drawDate(prng, 1975, 2015);
  const tax = drawTaxFacts(prng, company, { adultFrom: Number(foundedOn.slice(0, 4)), nombre });
  const [tradeName = nombre, legalForm = drawnForm] = nombre.split(', ');
  const representatives = [drawRepresentative(prng, 'ADMINISTRADOR ÚNICO Y REPRESENTANTE LEGAL')];
  if (prng.chance(0.35)) representatives.push(drawRepresentative(prng, 'GERENTE GENERAL'));
  return {
    company,
    nombre,
    tradeName,
    legalForm,
    foundedOn,
    deedNumber: prng.int(1, 480),
    capitalQuetzales: prng.pick([5_000, 10_000, 50_000, 100_000, 1_000_000]),
    representatives,
    tax,
  };
}
