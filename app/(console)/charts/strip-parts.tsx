interface StripPart {
  readonly queries: number;
  readonly failed: number;
}

interface StripPartsProps<Part> {
  readonly parts: readonly Part[];
  /** What shows on hover, where nothing else tells it. */
  readonly titleOf?: (part: Part) => string;
}

/** A box for each hour or day, filled as far as it failed. Everything in it stands in words beside it. */
export function StripParts<Part extends StripPart>({ parts, titleOf }: StripPartsProps<Part>) {
  return (
    <span className="strip-parts" aria-hidden>
      {parts.map((part, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in time is what tells them apart
          key={place}
          title={titleOf?.(part)}
          data-quiet={part.queries === 0 || undefined}
          style={{ '--failed': failedHeight(part) }}
        />
      ))}
    </span>
  );
}

/** One in a hundred takes a tenth of the box, one in four a half: few failures are seen, and are few. */
function failedHeight({ queries, failed }: StripPart): number {
  return failed === 0 ? 0 : Math.sqrt(failed / queries);
}
