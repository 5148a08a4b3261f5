/**
 * A few stable people for documentation, demonstration data and tests. Plain constants: importing
 * them generates nobody. NITs are without hyphen and CUIs without spaces, as the sources answer.
 */
export const wellKnown = {
  /** Compliant, General and Opcional Simplificado, every field reported. */
  individual: {
    nit: '48217638',
    cui: '2456712340101',
    nombre: 'MUÑOZ,GARCÍA,,MARÍA,JOSÉ',
    dateOfBirth: '1988-04-17',
  },
  /** With a married surname; Pequeño Contribuyente. */
  married: {
    nit: '3159204K',
    cui: '1734559050301',
    nombre: 'PÉREZ,IXCOY,DE LÓPEZ,ANA,LUCÍA',
  },
  company: { nit: '7001541', nombre: 'DISTRIBUIDORA EL QUETZAL, SOCIEDAD ANONIMA' },
  /** Two unfiled obligations, no coercive process. */
  defaulter: {
    nit: '77061586',
    cui: '2581034770108',
    nombre: 'NÚÑEZ,CASTAÑEDA,,JORGE,ESTUARDO',
  },
  /** Unfiled obligations and a coercive collection process. */
  coerced: { nit: '26149370', cui: '2600198441601', nombre: 'CAAL,POP,,BALTAZAR,' },
  coercedCompany: { nit: '1203987K', nombre: 'CONSTRUCTORA LOS VOLCANES, SOCIEDAD ANONIMA' },
  /** In the registry, affiliated to no tax. */
  noAffiliations: { nit: '50388215', cui: '1882043771701', nombre: 'TZOC,QUIEJ,,DULCE,ASTRID' },
  deceased: { nit: '88433161', cui: '1660482162007', nombre: 'LEMUS,ORDÓÑEZ,,RIGOBERTO,' },
  /** Codes as padded text, booleans as S/N, dates as DD/MM/YYYY. */
  letters: { nit: '61902756', cui: '2990331711801', nombre: 'GUERRA,PEÑA,,BYRON,SELVIN' },
  /** Booleans as 1/0, dates as DD-MM-YYYY. */
  digits: { nit: '19475306', cui: '2775041391301', nombre: 'RECINOS,IBÁÑEZ,,WENDY,ÁNGELA' },
  /** Coded values partly as bare text, booleans as Sí/No, dates with a time. */
  words: { nit: '92604188', cui: '3001287620710', nombre: 'COJTÍ,SALOJ,,TOMASA,' },
  /** Many fields missing or null. */
  sparse: { nit: '55123465', cui: '2147896321406', nombre: 'BATZ,TUM,,GASPAR,' },
  /** Right check digits, nobody's. */
  unknown: { nit: '99009994', cui: '9901099920101' },
} as const;
