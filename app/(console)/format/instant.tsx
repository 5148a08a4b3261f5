import { getFormatter } from 'next-intl/server';

interface InstantProps {
  readonly at: Date;
  /** To the second, where several things happen within a minute. */
  readonly precise?: boolean;
}

const SHORT = { timeStyle: 'short' } as const;

/** A moment as people in Guatemala read it; the exact instant shows on hover. */
export async function Instant({ at, precise = false }: InstantProps) {
  const format = await getFormatter();
  const iso = at.toISOString();
  // Seconds are read against logs, which count to 24.
  const time = precise ? ({ timeStyle: 'medium', hourCycle: 'h23' } as const) : SHORT;
  return (
    <time dateTime={iso} title={iso}>
      {format.dateTime(at, { dateStyle: 'medium', ...time })}
    </time>
  );
}

/** How long ago it was; the moment itself shows on hover. */
export async function Ago({ at, now = new Date() }: { readonly at: Date; readonly now?: Date }) {
  const format = await getFormatter();
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })}
    >
      {format.relativeTime(at, now)}
    </time>
  );
}
