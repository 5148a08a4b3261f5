import type { CompanyProfile } from './companies';
import type { TaxFacts } from './facts';
import type { IndividualProfile } from './individuals';
import { affiliationRecords } from './regimes';
import type { JsonObject } from './wire';

function economicRecord(tax: TaxFacts): JsonObject {
  const { coded, number, date } = tax.notation;
  return {
    sector_economico: {
      codigo: number(tax.sector.codigo),
      descripcion: tax.sector.nombre,
      estado: coded(1, 'ACTIVO'),
      fecha_inicio: date(tax.since),
    },
    actividades_economicas: tax.activities.map(({ ciiu, nombre }, index) => ({
      ciiu,
      nombre,
      clasificacion: index === 0 ? 'PRINCIPAL' : 'SECUNDARIA',
    })),
    marcas: tax.marks.map((mark) => ({
      codigo: number(mark.codigo),
      nombre: mark.nombre,
      estado: number(1),
      fecha_estado: date(tax.updatedOn),
      vigencia_desde: date(tax.since),
      vigencia_hasta: null,
    })),
  };
}

function sharedRecord(tax: TaxFacts): JsonObject {
  const { notation } = tax;
  return {
    afiliaciones: affiliationRecords(tax.affiliation, {
      since: tax.since,
      exempt: tax.exempt,
      active: tax.status === 'ACTIVO',
      notation,
    }),
    caracteristicas_especiales: tax.specialTraits.map((trait) => ({
      codigo: notation.number(trait.codigo),
      nombre: trait.nombre,
      estado: notation.coded(1, 'ACTIVA'),
      fecha_estado: notation.date(tax.updatedOn),
      fecha_desde: notation.date(tax.since),
      fecha_hasta: null,
    })),
    fecha_ultima_actualizacion: notation.date(tax.updatedOn),
  };
}

function personRecord(profile: IndividualProfile): JsonObject {
  const { tax } = profile;
  const { coded, flag, date } = tax.notation;
  return {
    primer_nombre: profile.primerNombre,
    segundo_nombre: profile.segundoNombre,
    primer_apellido: profile.primerApellido,
    segundo_apellido: profile.segundoApellido,
    dpi: profile.individual.cui,
    serie_dpi: profile.cardSeries,
    version_dpi: profile.cardVersion,
    fecha_nacimiento: date(profile.birthDate),
    fecha_vencimiento_dpi: date(profile.cardExpires),
    genero: profile.gender === 'F' ? coded(2, 'FEMENINO') : coded(1, 'MASCULINO'),
    estado_civil: profile.married ? coded(2, 'CASADO(A)') : coded(1, 'SOLTERO(A)'),
    nacionalidad: coded(90, 'GUATEMALTECA'),
    tipo_documento: coded(1, 'DOCUMENTO PERSONAL DE IDENTIFICACIÓN'),
    estado: tax.status === 'ACTIVO' ? coded(1, tax.status) : coded(3, tax.status),
    ...economicRecord(tax),
    participacion_gremial: flag(tax.specialTraits.length === 0 ? null : tax.marks.length > 0),
    participacion_empresarial: flag(tax.establishmentCount > 0),
  };
}

/** `datos` of the RTU lookup for an individual: `persona` filled, `empresa` null. */
export function individualRtuRecord(profile: IndividualProfile): JsonObject {
  return {
    nit: profile.individual.nit,
    tipo_contribuyente: profile.tax.notation.coded(1, 'INDIVIDUAL'),
    persona: personRecord(profile),
    empresa: null,
    representantes: [],
    ...sharedRecord(profile.tax),
  };
}

/** `datos` of the RTU lookup for a legal entity: `empresa` filled, `persona` null. */
export function companyRtuRecord(profile: CompanyProfile): JsonObject {
  const { tax } = profile;
  return {
    nit: profile.company.nit,
    tipo_contribuyente: tax.notation.coded(2, 'PERSONA JURÍDICA'),
    persona: null,
    empresa: {
      razon_social: profile.nombre,
      nombre_comercial: profile.tradeName,
      tipo_sociedad: profile.legalForm,
      fecha_constitucion: tax.notation.date(profile.foundedOn),
      numero_escritura: profile.deedNumber,
      capital_autorizado: profile.capitalQuetzales,
      estado: tax.status,
      ...economicRecord(tax),
    },
    representantes: profile.representatives,
    ...sharedRecord(tax),
  };
}
