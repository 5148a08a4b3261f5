/** Fictitious taxpayers of the documentation, for whom the simulator answers as the examples do. */
export const sampleTaxpayers = {
  individual: { nit: '48217638', cui: '2456712340101', born: '1988-04-17' },
  company: { nit: '7001541' },
  defaulter: { nit: '77061586' },
  coerced: { nit: '26149370' },
  nobody: { nit: '99009994' },
} as const;
