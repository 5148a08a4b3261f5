/** Names are unique in lower case: 3 to 64 letters, digits, hyphens, underscores and points. */
export const NAME_PATTERN = /^[a-z0-9._-]{3,64}$/;
