export interface Sort<Column extends string = string> {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}
