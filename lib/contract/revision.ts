/**
 * The contract's revisions, newest first. `digest` is of the whole OpenAPI document without its label,
 * in both languages, so that no change of the contract goes out under an old one.
 */

export interface Revision {
  /** The day on which it came into force, YYYY-MM-DD. */
  readonly label: string;
  readonly digest: string;
  readonly changes: { readonly es: readonly string[]; readonly en: readonly string[] };
}

const current: Revision = {
  label: '2026-11-21',
  digest: '206eae8c5af5f9227403bd27070e3f284aa926a3af424d10d93f2a75aac6a3ca',
  changes: {
    es: ['Primera publicación del contrato con sus cinco consultas.'],
    en: ['First publication of the contract with its five lookups.'],
  },
};

export const REVISIONS: readonly Revision[] = [current];

/** The label of the contract in force. */
export const REVISION = current.label;
