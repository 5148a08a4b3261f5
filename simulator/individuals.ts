import { drawDate, drawTaxFacts, type TaxFacts } from './facts';
import { placeNames } from './geography';
import { FEMALE_NAMES, MALE_NAMES, SHOP_NAMES, SURNAMES } from './names';
import { createPrng, type Prng } from './prng';
import type { Individual } from './taxpayer';

/** All there is to know of one individual, drawn from its seed. Dates are ISO. */
export interface IndividualProfile {
  individual: Individual;
  /** As the tax authority writes it: surnames, married surname, given names, commas between. */
  nombre: string;
  primerApellido: string;
  segundoApellido: string | null;
  apellidoCasada: string | null;
  primerNombre: string;
  segundoNombre: string | null;
  gender: 'F' | 'M';
  married: boolean;
  birthDate: string;
  birthPlace: { departamento: string; municipio: string };
  cardSeries: string;
  cardVersion: string;
  cardExpires: string;
  tradeName: string | null;
  tax: TaxFacts;
}

function drawNombre(prng: Prng, gender: 'F' | 'M', isMarried: boolean): string {
  const given = gender === 'F' ? FEMALE_NAMES : MALE_NAMES;
  const first = prng.pick(given);
  const second = prng.pick(given);
  const married = gender === 'F' && isMarried ? `DE ${prng.pick(SURNAMES)}` : '';
  const hasSecondName = second !== first && prng.chance(0.85);
  const secondSurname = prng.chance(0.95) ? prng.pick(SURNAMES) : '';
  const surnames = `${prng.pick(SURNAMES)},${secondSurname},${married}`;
  return `${surnames},${first},${hasSecondName ? second : ''}`;
}

const reported = (text: string | undefined) => (text === undefined || text === '' ? null : text);

export function describeIndividual(individual: Individual): IndividualProfile {
  const { traits, cui } = individual;
  const prng = createPrng(individual.seed * 2 + 1);
  const drawnGender = prng.chance(0.52) ? 'F' : 'M';
  const gender = traits.gender ?? drawnGender;
  const drawnMarried = prng.chance(0.4);
  const nombre = traits.nombre ?? drawNombre(prng, gender, drawnMarried);
  const [surname = '', secondSurname, marriedSurname, given = '', secondGiven] = nombre.split(',');
  const shop = `${prng.pick(SHOP_NAMES)} ${given}`;
  const drawnBirthDate = drawDate(prng, 1945, 2001);
  const birthDate = traits.birthDate ?? drawnBirthDate;
  const tax = drawTaxFacts(prng, individual, { adultFrom: Number(birthDate.slice(0, 4)) + 18 });
  return {
    individual,
    nombre,
    primerApellido: surname,
    segundoApellido: reported(secondSurname),
    apellidoCasada: reported(marriedSurname),
    primerNombre: given,
    segundoNombre: reported(secondGiven),
    gender,
    married: reported(marriedSurname) !== null || (gender === 'M' && drawnMarried),
    birthDate,
    birthPlace: placeNames(Number(cui.slice(9, 11)), Number(cui.slice(11))),
    cardSeries: `${prng.pick(['A', 'B', 'C'])}${prng.int(100000, 999999)}`,
    cardVersion: String(prng.int(1, 4)).padStart(2, '0'),
    cardExpires: drawDate(prng, 2026, 2034),
    tradeName: prng.chance(0.5) ? shop : null,
    tax,
  };
}
