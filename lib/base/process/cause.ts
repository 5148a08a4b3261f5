/** Says in a line why something failed. A host with several addresses fails without a message of its own. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(causeOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
