import { readFileSync } from 'node:fs';
import type { schema } from './env-schema';
import { ACCOUNT_SECRETS } from './source-settings';

type Name = keyof typeof schema.shape;

/** Variables that hold a secret. `NAME_FILE` may name a file with its text instead. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'MIGRATION_DATABASE_URL',
  ...ACCOUNT_SECRETS,
  'REDIS_URL',
  'UPSTASH_REDIS_REST_TOKEN',
  'NEXTAUTH_SECRET',
  'OIDC_CLIENT_SECRET',
  'IDENTIFIERS_KEY',
  'SECOND_FACTOR_KEY',
  'PROOF_KEY',
  'SMTP_URL',
] as const satisfies readonly Name[];

/**
 * Replaces each `NAME_FILE` by `NAME` with the text of that file, without the line break at its
 * end. What cannot be replaced stays, for {@link secretFileProblems}.
 */
export function readSecretFiles(variables: Record<string, string | undefined>): void {
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    const text = file && !variables[name] ? textOf(file) : '';
    if (text === '') continue;
    variables[name] = text;
    delete variables[`${name}_FILE`];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(/* turbopackIgnore: true */ file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return '';
  }
}

/** Lists what is wrong with the files of secrets. Omits their paths, which may be secrets. */
export function secretFileProblems(
  given: Readonly<Record<string, string | undefined>>,
  names: readonly string[] = SECRETS,
): string[] {
  return SECRETS.filter((name) => names.includes(name) && given[`${name}_FILE`]).map((name) =>
    given[name]
      ? `${name} and ${name}_FILE are both set: leave one out`
      : `${name}_FILE must name a file that can be read and is not empty`,
  );
}
