/** Where a key leads among places beside one another; from nowhere it leads to the last one. */
export function movedBy(key: string, from: number | undefined, count: number): number | undefined {
  const last = count - 1;
  const target: Readonly<Record<string, number>> = {
    ArrowLeft: from === undefined ? last : from - 1,
    ArrowRight: from === undefined ? last : from + 1,
    Home: 0,
    End: last,
  };
  const wanted = target[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(last, wanted));
}
