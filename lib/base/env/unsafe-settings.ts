import { urlsOfHosts } from './database-url';
import { ACCOUNT_URLS } from './source-settings';

/** Exceptions that `ALLOW_INSECURE` may list. The start decides about `owner`. */
export const EXCEPTIONS = ['http', 'database', 'redis', 'mail', 'owner'] as const;

type Exception = (typeof EXCEPTIONS)[number];
type Variables = Readonly<Record<string, string | undefined>>;

export function isException(text: string): text is Exception {
  return EXCEPTIONS.some((exception) => exception === text);
}

/** Lists the settings that production refuses because others could read, change or guess something. */
export function unsafeSettings(given: Variables): string[] {
  const allowed = given.ALLOW_INSECURE?.split(',') ?? [];
  const insecure = Object.entries(RULES).flatMap(([exception, { names, isSafe, needs }]) =>
    names
      .filter((name) => hostsOf(given[name] ?? '').some((url) => !isSafe(url)))
      .filter(() => !allowed.includes(exception))
      .map((name) => `${name} must use ${needs} (ALLOW_INSECURE=${exception} allows it without)`),
  );
  return [...insecure, ...weakSecrets(given)];
}

/** Returns an address once for each host that it names; none when it is not valid. */
function hostsOf(text: string): URL[] {
  const urls = urlsOfHosts(text);
  return urls.length === 0 && URL.canParse(text) ? [new URL(text)] : urls;
}

interface Rule {
  readonly names: readonly string[];
  readonly needs: string;
  readonly isSafe: (url: URL) => boolean;
}

/** `require` encrypts without checking who answers. */
const VERIFIED_TLS = ['verify-ca', 'verify-full'];

const RULES: Readonly<Record<Exclude<Exception, 'owner'>, Rule>> = {
  http: {
    names: ['NEXTAUTH_URL', ...ACCOUNT_URLS, 'OIDC_ISSUER', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    needs: 'https',
    isSafe: ({ protocol }) => protocol === 'https:',
  },
  database: {
    names: ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'MIGRATION_DATABASE_URL'],
    needs: 'TLS, such as ?sslmode=verify-full',
    isSafe: ({ hostname, searchParams }) =>
      isLoopback(hostname) || VERIFIED_TLS.includes(searchParams.get('sslmode') ?? ''),
  },
  redis: {
    names: ['REDIS_URL', 'UPSTASH_REDIS_REST_URL'],
    needs: 'TLS, rediss:// or https://',
    isSafe: ({ hostname, protocol }) =>
      isLoopback(hostname) || ['rediss:', 'https:'].includes(protocol),
  },
  mail: {
    names: ['SMTP_URL'],
    needs: 'TLS, smtps:// or ?requireTLS=true',
    isSafe: ({ hostname, protocol, searchParams }) =>
      isLoopback(hostname) || protocol === 'smtps:' || searchParams.get('requireTLS') === 'true',
  },
};

/** An empty host is a Unix socket. */
export function isLoopback(hostname: string): boolean {
  return /^(?:|localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const SECRETS = ['NEXTAUTH_SECRET', 'IDENTIFIERS_KEY', 'SECOND_FACTOR_KEY', 'PROOF_KEY'];
/** Random text of 32 characters has about 25 different ones; typed text has few, or words. */
const MIN_DISTINCT = 12;
const TYPED =
  /secret|password|contrase|clave|change.?me|example|pasarela|01234567|12345678|abcdefgh/i;

function weakSecrets(given: Variables): string[] {
  const secretsOf = (name: string) => given[name]?.split(',').map((part) => part.trim()) ?? [];
  const isWeak = (secret: string) => TYPED.test(secret) || new Set(secret).size < MIN_DISTINCT;
  const weak = SECRETS.filter((name) => secretsOf(name).some(isWeak)).map(
    (name) => `${name} can be guessed: make one with openssl rand -base64 32`,
  );
  // Only the first of a list seals. The others may be those of a time without keys of their own.
  const shared = SECRETS.flatMap((name, place) => {
    const [secret] = secretsOf(name);
    const same = SECRETS.slice(0, place).filter((other) => secretsOf(other)[0] === secret);
    return secret ? same.map((other) => `${name} must differ from ${other}`) : [];
  });
  return [...weak, ...shared];
}
