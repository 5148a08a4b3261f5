/** An HTTP status, coloured by its class. */
export function Status({ code }: { readonly code: number }) {
  const kind = code < 300 ? 'good' : code < 500 ? 'warn' : 'bad';
  return <span className={`status ${kind}`}>{code}</span>;
}
