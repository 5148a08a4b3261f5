export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  of: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Readonly<Record<Key, Value>>;
}
