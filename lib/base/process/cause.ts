/** Says in a line why something failed; of a host with several addresses, why each did. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(causeOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
