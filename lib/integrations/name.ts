/** Names are unique in lower case: 3 to 64 letters, digits, hyphens, underscores and points. */
export const NAME_PATTERN = /^[a-z0-9._-]{3,64}$/;
const [CHARACTERS = ''] = NAME_PATTERN.source.match(/\[.*\]/) ?? [];

/** The rules of {@link NAME_PATTERN} one by one, for the form. */
export const NAME_RULES = [
  { key: 'length', keeps: (name: string) => name.length >= 3 && name.length <= 64 },
  { key: 'characters', keeps: (name: string) => new RegExp(`^${CHARACTERS}*$`).test(name) },
] as const;
