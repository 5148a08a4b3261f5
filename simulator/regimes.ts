import type { Notation } from './notation';
import type { Json, JsonObject } from './wire';

interface Obligation {
  nombre: string;
  periodo: string;
  formulario: string | null;
  label: boolean;
}
interface Regime {
  codigo: number;
  nombre: string;
  periodo: string;
  calculo: string;
  contribuyente: string;
  obligations: readonly Obligation[];
}

const ISO: Obligation = {
  nombre: 'IMPUESTO DE SOLIDARIDAD',
  periodo: 'TRIMESTRAL',
  formulario: 'SAT-1608',
  label: true,
};
const ISR_ANNUAL: Obligation = {
  nombre: 'DECLARACIÓN JURADA ANUAL DE ISR',
  periodo: 'ANUAL',
  formulario: 'SAT-1411',
  label: true,
};

const ISR_REGIMES = {
  simplificado: {
    codigo: 21,
    nombre: 'RÉGIMEN OPCIONAL SIMPLIFICADO SOBRE INGRESOS DE ACTIVIDADES LUCRATIVAS',
    periodo: 'MENSUAL',
    calculo: 'TARIFA 5% Y 7%',
    contribuyente: 'ACTIVIDADES LUCRATIVAS',
    obligations: [
      {
        nombre: 'ISR OPCIONAL MENSUAL',
        periodo: 'MENSUAL',
        formulario: 'SAT-1311',
        label: true,
      },
      ISR_ANNUAL,
    ],
  },
  utilidades: {
    codigo: 20,
    nombre: 'RÉGIMEN SOBRE LAS UTILIDADES DE ACTIVIDADES LUCRATIVAS',
    periodo: 'ANUAL',
    calculo: 'CIERRES CONTABLES PARCIALES',
    contribuyente: 'ACTIVIDADES LUCRATIVAS',
    obligations: [
      { nombre: 'ISR TRIMESTRAL', periodo: 'TRIMESTRAL', formulario: 'SAT-1361', label: true },
      ISR_ANNUAL,
      ISO,
    ],
  },
  trabajo: {
    codigo: 31,
    nombre: 'RENTAS DEL TRABAJO EN RELACIÓN DE DEPENDENCIA',
    periodo: 'ANUAL',
    calculo: 'RETENCIÓN DEL PATRONO',
    contribuyente: 'EMPLEADO EN RELACIÓN DE DEPENDENCIA',
    obligations: [],
  },
} as const satisfies Record<string, Regime>;

const IVA_REGIMES = {
  general: {
    codigo: 1,
    nombre: 'GENERAL',
    periodo: 'MENSUAL',
    calculo: 'DÉBITOS MENOS CRÉDITOS',
    contribuyente: 'NORMAL',
    obligations: [
      { nombre: 'IVA GENERAL', periodo: 'MENSUAL', formulario: 'SAT-2237', label: true },
    ],
  },
  pequeno: {
    codigo: 4,
    nombre: 'PEQUEÑO CONTRIBUYENTE',
    periodo: 'MENSUAL',
    calculo: 'TARIFA 5% SOBRE INGRESOS BRUTOS',
    contribuyente: 'PEQUEÑO CONTRIBUYENTE',
    obligations: [
      {
        nombre: 'IVA PEQUEÑO CONTRIBUYENTE',
        periodo: 'MENSUAL',
        formulario: 'SAT-2046',
        label: true,
      },
    ],
  },
  agropecuario: {
    codigo: 8,
    nombre: 'RÉGIMEN ESPECIAL DE CONTRIBUYENTE AGROPECUARIO',
    periodo: 'MENSUAL',
    calculo: 'TARIFA 5% SOBRE INGRESOS BRUTOS',
    contribuyente: 'CONTRIBUYENTE AGROPECUARIO',
    obligations: [
      { nombre: 'IVA AGROPECUARIO', periodo: 'MENSUAL', formulario: null, label: false },
    ],
  },
} as const satisfies Record<string, Regime>;

/** What a taxpayer is affiliated to; absent means not affiliated to that tax. */
export interface Affiliation {
  isr?: keyof typeof ISR_REGIMES;
  iva?: keyof typeof IVA_REGIMES;
}

/** The usual combinations, by the name people give to them. */
export const AFFILIATIONS = {
  pequeno: { iva: 'pequeno' },
  simplificado: { isr: 'simplificado', iva: 'general' },
  utilidades: { isr: 'utilidades', iva: 'general' },
  asalariado: { isr: 'trabajo' },
  agropecuario: { iva: 'agropecuario' },
  ninguna: {},
} as const satisfies Record<string, Affiliation>;
export type AffiliationName = keyof typeof AFFILIATIONS;

/** The one-line regime that the omisos record shows. */
export function regimeText(affiliation: Affiliation): string | null {
  if (affiliation.iva !== undefined) return IVA_REGIMES[affiliation.iva].nombre;
  if (affiliation.isr !== undefined) return ISR_REGIMES[affiliation.isr].nombre;
  return null;
}

/** The forms that a taxpayer so affiliated has to file. */
export function formsOf({ isr, iva }: Affiliation): readonly string[] {
  const regimes: readonly Regime[] = [
    ...(isr === undefined ? [] : [ISR_REGIMES[isr]]),
    ...(iva === undefined ? [] : [IVA_REGIMES[iva]]),
  ];
  return regimes
    .flatMap((regime) => regime.obligations.map((obligation) => obligation.formulario))
    .filter((form) => form !== null);
}

interface Circumstances {
  since: string;
  exempt: boolean;
  active: boolean;
  notation: Notation;
}

function affiliationRecord(regime: Regime, tax: JsonObject, about: Circumstances): JsonObject {
  const { coded, flag, date } = about.notation;
  const state = about.active ? coded(1, 'ACTIVA') : coded(2, 'INACTIVA');
  return {
    ...tax,
    regimen: coded(regime.codigo, regime.nombre),
    tipo_contribuyente: coded(3, regime.contribuyente),
    periodo_impositivo: coded(regime.periodo === 'MENSUAL' ? 1 : 4, regime.periodo),
    forma_calculo: coded(7, regime.calculo),
    estatus_afiliacion: about.active ? coded(1, 'ACTIVO') : coded(2, 'SUSPENDIDO'),
    exento: flag(about.exempt),
    fecha_desde: date(about.since),
    obligaciones: regime.obligations.map((obligation) => ({
      nombre: obligation.nombre,
      periodo: obligation.periodo,
      formulario: obligation.formulario,
      genera_etiqueta_omiso: flag(obligation.label),
      requerida: flag(about.active),
      estado: state,
    })),
  };
}

/** `afiliaciones` of the RTU record: a tax without affiliation is null. */
export function affiliationRecords(affiliation: Affiliation, about: Circumstances): JsonObject {
  const { coded } = about.notation;
  let isr: Json = null;
  let iva: Json = null;
  if (affiliation.isr !== undefined) {
    const tax = {
      impuesto: coded(10, 'IMPUESTO SOBRE LA RENTA'),
      tipo_renta: coded(1, 'RENTAS DE ACTIVIDADES LUCRATIVAS'),
    };
    isr = affiliationRecord(ISR_REGIMES[affiliation.isr], tax, about);
  }
  if (affiliation.iva !== undefined) {
    const tax = {
      impuesto: coded(11, 'IMPUESTO AL VALOR AGREGADO'),
      tipo_establecimiento: coded(2, 'ESTABLECIMIENTO COMERCIAL'),
    };
    iva = affiliationRecord(IVA_REGIMES[affiliation.iva], tax, about);
  }
  return { isr, iva };
}
