/** The chosen order of a list. */
export interface Sort<Column extends string = string> {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}
