/** Whose targets a page shows. */
export interface Targeted {
  /** Id of an integration; null for the staff. */
  readonly owner: number | null;
  /** The e-mail address that alone may be changed. */
  readonly own?: string | undefined;
}
