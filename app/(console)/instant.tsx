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
