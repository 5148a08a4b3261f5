/** Lengths of time in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A range of instants: `from` belongs to it, `to` does not. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

export function around(instant: Date, ms: number): Span {
  return { from: after(instant, -ms), to: after(instant, ms) };
}

/** Returns the part of a span that lies within another one. */
export function clipped(span: Span, { from, to }: Span): Span {
  return { from: span.from < from ? from : span.from, to: span.to > to ? to : span.to };
}
