/** A failure with a message for people; exit code 1. Refusals of verbs have their own class. */
export class Problem extends Error {}

/** Wrong usage; exit code 2. */
export class UsageError extends Error {}

/** Prints one JSON value with `--json`, otherwise lines for people. */
export function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  const text = json ? JSON.stringify(value) : lines.join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
}

/** Pads the cells of a table to the width of their column. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
