import type { ReactNode } from 'react';

interface RowsProps {
  /** Which widths the columns have. */
  readonly kind?: 'fields' | 'errors';
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/**
 * A table that turns into cards where it has no room. The roles are written out because the style that
 * makes cards takes them away.
 */
export function Rows({ kind, label, columns, rows }: RowsProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table className={kind ? `rows ${kind}` : 'rows'} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <tr key={key} role="row">
            {cells.map((cell, at) => (
              <td key={columns[at]} role="cell" data-label={columns[at]}>
                <div>{cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
