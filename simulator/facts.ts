import {
  ACTIVITIES,
  type Activity,
  activityOfName,
  DEFAULT_TEXTS,
  MARKS,
  SECTORS,
  SPECIAL_TRAITS,
} from './economy';
import { DEPARTMENT_COUNT, municipalityCount, placeNames } from './geography';
import { type Notation, notationNamed } from './notation';
import type { Prng } from './prng';
import { AFFILIATIONS, type Affiliation, type AffiliationName, formsOf } from './regimes';
import type { Taxpayer } from './taxpayer';

interface Address {
  departamento: string;
  municipio: string;
  direccion: string;
  telefono: string;
}
interface Numbered {
  codigo: number;
  nombre: string;
}

/** What the tax authority holds of any taxpayer, individual or company. Dates are ISO. */
export interface TaxFacts {
  notation: Notation;
  sparse: boolean;
  status: string;
  affiliation: Affiliation;
  since: string;
  exempt: boolean;
  address: Address;
  activities: readonly Activity[];
  sector: Numbered;
  marks: readonly Numbered[];
  specialTraits: readonly Numbered[];
  defaults: readonly string[];
  /** Null: the authority did not report it. */
  hasDefaults: boolean | null;
  coerced: boolean | null;
  establishmentCount: number;
  updatedOn: string;
  /** When the source's own copy was made; later only when a fresh answer is asked for. */
  copiedAt: string;
}

const INDIVIDUAL_AFFILIATIONS: readonly AffiliationName[] = [
  ...Array<AffiliationName>(9).fill('pequeno'),
  ...Array<AffiliationName>(4).fill('simplificado'),
  ...Array<AffiliationName>(2).fill('utilidades'),
  ...Array<AffiliationName>(2).fill('asalariado'),
  'agropecuario',
  'ninguna',
  'ninguna',
];
const COMPANY_AFFILIATIONS: readonly AffiliationName[] = [
  'simplificado',
  'simplificado',
  'simplificado',
  'utilidades',
  'utilidades',
];
const STATUSES = [
  ...Array<string>(17).fill('ACTIVO'),
  'INACTIVO',
  'SUSPENDIDO',
  'CESE DEFINITIVO',
] as const;
const NOTATION_NAMES = [...Array<'plain'>(7).fill('plain'), 'letters', 'digits', 'words'] as const;
const VILLAGES = ['Barrio El Centro', 'Aldea El Rosario', 'Cantón San José', 'Caserío Los Pinos'];
const COLONIES = ['Colonia Las Flores', 'Residenciales Santa Fe', 'Colonia El Maestro', ''];

/** A date between two years, both included; days stop at 28 so that all exist. */
export function drawDate(prng: Prng, firstYear: number, lastYear: number): string {
  const year = prng.int(firstYear, lastYear);
  const month = String(prng.int(1, 12)).padStart(2, '0');
  return `${year}-${month}-${String(prng.int(1, 28)).padStart(2, '0')}`;
}

function drawSome<T>(prng: Prng, items: readonly T[], most: number): T[] {
  const count = prng.int(0, most);
  const first = prng.int(0, items.length - 1);
  // Neighbours in the list, going round at its end.
  return [...items.slice(first), ...items.slice(0, first)].slice(0, count);
}

function drawAddress(prng: Prng): Address {
  const department = prng.chance(0.45) ? 1 : prng.int(1, DEPARTMENT_COUNT);
  const municipality = prng.chance(0.5) ? 1 : prng.int(1, municipalityCount(department));
  // Only the capital and the larger towns count their zones beyond ten.
  const zone = prng.int(1, department === 1 && municipality === 1 ? 19 : 9);
  const isTown = prng.chance(0.75);
  const street = `${prng.int(1, 30)} ${prng.pick(['Calle', 'Avenida'])}`;
  const house = `${prng.int(0, 28)}-${prng.int(10, 98)}`;
  const colony = prng.pick(COLONIES);
  const town = `${street} ${house}, Zona ${zone}${colony === '' ? '' : `, ${colony}`}`;
  const village = prng.pick(VILLAGES);
  const telefono = `${prng.pick(['2', '3', '4', '5', '7'])}${prng.int(1000000, 9999999)}`;
  const direccion = isTown ? town : village;
  return { ...placeNames(department, municipality), direccion, telefono };
}

function drawCompliance(prng: Prng, { traits }: Taxpayer, affiliation: Affiliation) {
  const forms = formsOf(affiliation);
  const possible = DEFAULT_TEXTS.filter(
    (text) => !text.includes('SAT-') || forms.some((form) => text.includes(form)),
  );
  const drawn = prng.chance(0.22) ? drawSome(prng, possible, possible.length) : [];
  const isUnreported = prng.chance(0.05) && traits.defaults === undefined;
  const isCoerced = drawn.length > 1 && prng.chance(0.5);
  const defaults = traits.defaults ?? (isUnreported ? [] : drawn);
  return {
    defaults,
    hasDefaults: isUnreported ? null : defaults.length > 0,
    coerced: traits.coerced ?? (isUnreported ? null : isCoerced),
  };
}

function drawEconomy(prng: Prng, main: Activity | undefined) {
  const drawn = prng.pick(ACTIVITIES);
  const first = main ?? drawn;
  const activities = [...new Set([first, ...drawSome(prng, ACTIVITIES, 2)])];
  const sector = SECTORS.find(({ codigo }) => codigo === first.sector) ?? SECTORS[0];
  return { activities, sector };
}

/** What the taxpayer's own story fixes before its taxes are drawn. */
interface Story {
  /** When it came of age or was founded: it could not register before. */
  adultFrom: number;
  nombre?: string;
}

/** Draws traits even where they are laid down, so that laying one down does not shift the rest. */
export function drawTaxFacts(prng: Prng, taxpayer: Taxpayer, story: Story): TaxFacts {
  const { traits, kind } = taxpayer;
  const drawnAffiliation = prng.pick(
    kind === 'individual' ? INDIVIDUAL_AFFILIATIONS : COMPANY_AFFILIATIONS,
  );
  const affiliation: Affiliation = AFFILIATIONS[traits.affiliation ?? drawnAffiliation];
  const status = prng.pick(STATUSES);
  const notation = prng.pick(NOTATION_NAMES);
  const isSparse = prng.chance(0.06);
  const copiedDate = drawDate(prng, 2025, 2025).replace(/-1[0-2]-/, '-09-');
  const hour = String(prng.int(6, 22)).padStart(2, '0');
  return {
    notation: notationNamed(traits.notation ?? notation),
    sparse: traits.sparse ?? isSparse,
    status: traits.status ?? status,
    affiliation,
    since: drawDate(prng, Math.max(2006, story.adultFrom + 1), 2020),
    exempt: kind === 'company' && prng.chance(0.08),
    address: drawAddress(prng),
    ...drawEconomy(prng, activityOfName(story.nombre)),
    marks: drawSome(prng, MARKS, 2),
    specialTraits: drawSome(prng, SPECIAL_TRAITS, kind === 'company' ? 4 : 2),
    ...drawCompliance(prng, taxpayer, affiliation),
    establishmentCount: prng.int(0, kind === 'company' ? 4 : 2),
    updatedOn: drawDate(prng, 2021, 2024),
    copiedAt: `${copiedDate}T${hour}:15:00.000Z`,
  };
}
