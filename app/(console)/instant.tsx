import { getFormatter } from 'next-intl/server';

/** A moment as people in Guatemala read it; the exact instant shows on hover. */
export async function Instant({ at }: { readonly at: Date }) {
  const format = await getFormatter();
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
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
