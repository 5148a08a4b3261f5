/** Names are kept in lower case; people may write them in any. */
export const NAME_PATTERN = /^[a-z0-9._-]{3,64}$/;
