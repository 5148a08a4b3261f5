/**
 * The contract's revisions, newest first. `digest` covers the whole OpenAPI document in both
 * languages except its label, so a test fails when the document changes and no revision says so.
 */

export interface Revision {
  /** The day it took effect, YYYY-MM-DD. */
  readonly label: string;
  readonly digest: string;
  readonly changes: { readonly es: readonly string[]; readonly en: readonly string[] };
}

const current: Revision = {
  label: '2026-11-21',
  digest: 'fba875dfae081caa5a04bd1cc29a81910196f5e81d615e73297cfad542dff099',
  changes: {
    es: [
      'Primera publicación del contrato con sus cinco consultas.',
      'Encabezado opcional `Idempotency-Key` en los catálogos, para repetir sin pagar dos veces.',
      'Comprobantes en encabezados de los catálogos, para las integraciones que los pidan.',
    ],
    en: [
      'First publication of the contract with its five lookups.',
      'Optional header `Idempotency-Key` on the catalogs, to repeat without paying twice.',
      'Receipts in headers of the catalogs, for the integrations that ask for them.',
    ],
  },
};

export const REVISIONS: readonly Revision[] = [current];

/** The label of the current contract. */
export const REVISION = current.label;
