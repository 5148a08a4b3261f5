/** Apart from the hashing, so that the forms can tell the rule beforehand. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 200;
