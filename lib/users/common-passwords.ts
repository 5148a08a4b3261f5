import lines from './common-passwords.json' with { type: 'json' };

/**
 * The 3,000 most common leaked passwords of 12 or more characters, in lower case. Load on demand:
 * only a new password needs them, and never in a browser. `docs/decisions/0004-packages.md` says
 * where they come from.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(lines.join(' ').split(' '));
