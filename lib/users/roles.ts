export const ROLES = ['admin', 'soporte'] as const;

/** `admin` may do everything; `soporte` reads and changes nothing but its own account. */
export type Role = (typeof ROLES)[number];
