import { describeCompany } from './companies';
import type { TaxFacts } from './facts';
import { groupCui } from './identifiers';
import { describeIndividual, type IndividualProfile } from './individuals';
import { thinned } from './notation';
import { createPrng } from './prng';
import { companyRtuRecord, individualRtuRecord } from './record-rtu';
import { regimeText } from './regimes';
import type { Individual, Taxpayer } from './taxpayer';
import { CATALOGS, type CatalogLookup, type JsonObject, recordOf } from './wire';

/** What the five lookups hold of one taxpayer. */
export interface Records {
  catalogs: Record<CatalogLookup, JsonObject>;
  /** The record of the batch lookup. */
  registro: JsonObject;
  copiedAt: string;
  /** Of an individual; the date a legal entity was founded on otherwise. */
  dateOfBirth: string;
}

interface Essentials {
  nit: string;
  cui: string | null;
  nombre: string;
  tradeName: string | null;
  cardVersion: string | null;
  personType: string;
  tax: TaxFacts;
}

function establishments(tax: TaxFacts, tradeName: string | null): JsonObject[] {
  return Array.from({ length: tax.establishmentCount }, (_, index) => ({
    numero: index + 1,
    nombre: tradeName ?? 'SIN NOMBRE COMERCIAL',
    direccion: `${tax.address.direccion}, LOCAL ${index + 1}`,
    municipio: tax.address.municipio,
    departamento: tax.address.departamento,
    estado: tax.notation.coded(1, 'ACTIVO'),
  }));
}

function omisosRecord({ nit, cui, nombre, tradeName, cardVersion, tax }: Essentials): JsonObject {
  const { flag, date } = tax.notation;
  return {
    nit,
    nombre,
    nombre_comercial: tradeName,
    cui: cui === null ? null : groupCui(cui),
    version_dpi: cardVersion,
    estado_contribuyente: tax.status,
    tipo_afiliacion: tax.affiliation.iva === undefined ? 'SIN AFILIACIÓN A IVA' : 'IVA',
    regimen: regimeText(tax.affiliation),
    fecha_afiliacion: date(tax.since),
    domicilio_fiscal: { ...tax.address },
    establecimientos: establishments(tax, tradeName),
    tiene_incumplimientos: flag(tax.hasDefaults),
    tiene_proceso_coactivo: flag(tax.coerced),
    incumplimientos: [...tax.defaults],
  };
}

function registroRecord({ nit, cui, nombre, personType, tax }: Essentials): JsonObject {
  return {
    nit,
    cui,
    nombre,
    tipo_persona: personType,
    estado: tax.status,
    regimen: regimeText(tax.affiliation),
    fecha_inscripcion: tax.notation.date(tax.since),
    domicilio_fiscal: { ...tax.address },
    actividad_economica: tax.activities[0]?.nombre ?? null,
  };
}

function assemble(seed: number, about: Essentials, rtu: JsonObject, dateOfBirth: string): Records {
  const { nit, cui, nombre, personType, tax } = about;
  const catalogs: Records['catalogs'] = {
    'cui-nit': { cui, nit, nombre, tipo_persona: personType },
    'rtu-v2': rtu,
    omisos: omisosRecord(about),
  };
  const registro = registroRecord(about);
  const { copiedAt } = tax;
  if (!tax.sparse) return { catalogs, registro, copiedAt, dateOfBirth };
  const prng = createPrng(seed);
  const thinCatalogs = recordOf(CATALOGS, (lookup) => thinned(catalogs[lookup], prng));
  // A batch record keeps its NIT, or nobody could tell whose it is.
  const thinRegistro = { ...thinned(registro, createPrng(seed + 1)), nit };
  return { catalogs: thinCatalogs, registro: thinRegistro, copiedAt, dateOfBirth };
}

/** Builds every record of a taxpayer; the same for the same taxpayer, always. */
export function recordsOf(taxpayer: Taxpayer): Records {
  if (taxpayer.kind === 'company') {
    const profile = describeCompany(taxpayer);
    const about = {
      nit: taxpayer.nit,
      cui: null,
      nombre: profile.nombre,
      tradeName: profile.tradeName,
      cardVersion: null,
      personType: taxpayer.seed % 3 === 0 ? 'JURÍDICA' : 'JURIDICA',
      tax: profile.tax,
    };
    return assemble(taxpayer.seed, about, companyRtuRecord(profile), profile.foundedOn);
  }
  const profile = describeIndividual(taxpayer);
  const about = {
    nit: taxpayer.nit,
    cui: taxpayer.cui,
    nombre: profile.nombre,
    tradeName: profile.tradeName,
    cardVersion: profile.cardVersion,
    personType: taxpayer.seed % 5 === 4 ? 'Individual' : 'INDIVIDUAL',
    tax: profile.tax,
  };
  return assemble(taxpayer.seed, about, individualRtuRecord(profile), profile.birthDate);
}

/** `data` of the person registry. Dates are DD/MM/YYYY there, whoever it is. */
export function personRegistryRecord(individual: Individual): JsonObject {
  const profile: IndividualProfile = describeIndividual(individual);
  const slashed = (iso: string) => iso.split('-').reverse().join('/');
  const isDeceased = profile.tax.status === 'FALLECIDO';
  return {
    cui: individual.cui,
    primer_nombre: profile.primerNombre,
    segundo_nombre: profile.segundoNombre,
    primer_apellido: profile.primerApellido,
    segundo_apellido: profile.segundoApellido,
    apellido_casada: profile.apellidoCasada,
    fecha_nacimiento: slashed(profile.birthDate),
    genero: profile.gender,
    estado_civil: profile.married ? 'CASADO' : 'SOLTERO',
    nacionalidad: 'GUATEMALA',
    departamento_nacimiento: profile.birthPlace.departamento,
    municipio_nacimiento: profile.birthPlace.municipio,
    fecha_vencimiento: slashed(profile.cardExpires),
    fecha_defuncion: isDeceased ? slashed(profile.tax.updatedOn) : null,
  };
}
