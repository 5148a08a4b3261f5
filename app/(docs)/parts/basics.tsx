import { Fragment, type ReactNode } from 'react';

/** An HTTP status, coloured by its class. */
export function Status({ code }: { readonly code: number }) {
  const kind = code < 300 ? 'good' : code < 500 ? 'warn' : 'bad';
  return <span className={`status ${kind}`}>{code}</span>;
}

/** Renders `code` and **strong** text. */
export function Inline({ text }: { readonly text: string }) {
  let at = 0;
  return text.split(/(\(?`[^`]+`[.,;:)]*|\*\*[^*]+\*\*)/).map((part) => {
    at += part.length + 1;
    if (part.startsWith('**')) return <strong key={at}>{part.slice(2, -2)}</strong>;
    const [open, code, close] = part.split('`');
    if (code === undefined) return <Fragment key={at}>{part}</Fragment>;
    const written = <code key={at}>{code}</code>;
    if (open === '' && close === '') return written;
    return (
      <span className="marked" key={at}>
        {open}
        {written}
        {close}
      </span>
    );
  });
}

export function Paragraph({ children }: { readonly children: string }) {
  return (
    <p>
      <Inline text={children} />
    </p>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Accessible name of the link. */
  readonly anchor: string;
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A section with a link to itself. */
export function Section({ id, title, anchor, level = 2, children }: SectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>
        {title}
        <a className="anchor" href={`#${id}`} aria-label={`${anchor}: ${title}`}>
          #
        </a>
      </Heading>
      {children}
    </section>
  );
}

interface RowsProps {
  /** Selects the widths of the columns. */
  readonly kind?: 'fields' | 'errors';
  readonly label: string;
  readonly columns: readonly string[];
  /** Cells of each row; `code` and **strong** text in strings is rendered. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table that becomes cards where it has no room. Explicit roles survive the cards' style. */
export function Rows({ kind, label, columns, rows }: RowsProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    // biome-ignore-start lint/suspicious/noArrayIndexKey: rows never move
    <table className={kind ? `rows ${kind}` : 'rows'} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              <Inline text={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, row) => (
          <tr key={row} role="row">
            {cells.map((cell, at) => (
              <td key={columns[at]} role="cell" data-label={columns[at]?.replaceAll('`', '')}>
                <div>{typeof cell === 'string' ? <Inline text={cell} /> : cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/suspicious/noArrayIndexKey: rows never move
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
