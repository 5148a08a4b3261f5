import { z } from 'zod';
import { parseNetworks } from '@/lib/base/values/networks';
import { recordOf } from '@/lib/base/values/record';
import { urlsOfHosts } from './database-url';
import { ACCOUNT_SECRETS, ACCOUNT_URLS, ADAPTERS, CHOICE_NAMES, CHOICES } from './source-settings';
import { EXCEPTIONS, isException } from './unsafe-settings';

/** Names the variables of the environment, their values and their defaults. */

const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be a URL such as ${example}` }).optional();
const databaseUrl = z
  .string()
  .refine(
    (text) => urlsOfHosts(text).length > 0,
    'must be a URL such as postgres://user:password@host:5432/pasarela',
  )
  .optional();
const httpUrl = url(/^https?$/, 'https://source.example/api');
/** Has no query or fragment, because paths are appended to it. */
const sourceUrl = httpUrl.refine(
  (text) => text === undefined || !/[?#]/.test(text),
  'must not have a query or a fragment',
);
/** Sent in a header, so it may hold only what a header can carry. */
const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks or line breaks')
  .optional();

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
}

function integer(min: number, max: number, fallback: number) {
  return wholeNumber(min, max).default(fallback);
}

function flag(fallback: boolean) {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(fallback);
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const MAX_LIMIT = 100_000_000;

/** Requests per window that the contract names; the environment may set others. */
export const DEFAULT_LIMITS = { global: 100, renap: 30, rtu: 50, catalogos: 30 } as const;
const MIN_SECRET_LENGTH = 32;
/** Also what pages and e-mail name in development, where the setting is optional. */
const SUPPORT_EXAMPLE = 'soporte@pasarela.example, 2222-0000, lunes a viernes de 8:00 a 17:00';

/** Secrets of which the first one seals and all of them open. */
const sealingSecrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => part.length >= MIN_SECRET_LENGTH),
    `must be one or more secrets of at least ${MIN_SECRET_LENGTH} characters, separated by commas`,
  )
  .optional();

/** Reads the support contact: an e-mail address, a telephone number and hours. */
const supportContact = z
  .string()
  .transform((text, { addIssue }) => {
    const [, email = '', phone = '', hours = ''] =
      /^([^\s,]+@[^\s,]+), *(\+?[\d ()-]{7,24}), *(\S[^\n]{0,99})$/.exec(text.trim()) ?? [];
    if (z.email().safeParse(email).success) return { email, phone: phone.trim(), hours };
    addIssue(`must be an e-mail address, a telephone number and hours, such as ${SUPPORT_EXAMPLE}`);
    return z.NEVER;
  })
  .prefault(SUPPORT_EXAMPLE);

const networks = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const parsed = text === '' ? [] : parseNetworks(text);
    if (parsed !== undefined) return parsed;
    addIssue('must be networks such as 10.0.0.0/8 or 2001:db8::/32, separated by commas');
    return z.NEVER;
  });
const exceptions = z
  .string()
  .refine(
    (text) => text.split(',').every(isException),
    `must list some of ${EXCEPTIONS.join(', ')}, separated by commas`,
  )
  .optional();

const accountUrls = recordOf(ACCOUNT_URLS, () => sourceUrl);
const accountSecrets = recordOf(ACCOUNT_SECRETS, () => secret);
const choices = recordOf(CHOICE_NAMES, (name) => {
  const names = Object.keys(ADAPTERS[CHOICES[name]]);
  return z.enum(names, `must be ${names.join(' or ')}`).optional();
});

export const schema = z.object({
  APP_ENV: z
    .enum(['development', 'production'], 'must be development or production')
    .default('development'),
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl,
  ALLOW_INSECURE: exceptions,
  ...accountUrls,
  ...accountSecrets,
  ...choices,
  UPSTASH_REDIS_REST_URL: httpUrl,
  UPSTASH_REDIS_REST_TOKEN: secret,
  REDIS_URL: url(/^rediss?$/, 'redis://host:6379'),
  LIMIT_GLOBAL: integer(1, MAX_LIMIT, DEFAULT_LIMITS.global),
  LIMIT_RENAP: integer(1, MAX_LIMIT, DEFAULT_LIMITS.renap),
  LIMIT_RTU: integer(1, MAX_LIMIT, DEFAULT_LIMITS.rtu),
  LIMIT_CATALOGOS: integer(1, MAX_LIMIT, DEFAULT_LIMITS.catalogos),
  LIMIT_PAGES: integer(1, MAX_LIMIT, 300),
  PASARELA_SERVES: z
    .enum(['all', 'lookups', 'pages'], 'must be all, lookups or pages')
    .default('all'),
  CHARGE_EMPTY_ANSWERS: flag(true),
  SOURCE_TIMEOUT_MS: integer(1, 30_000, 30_000),
  SOURCE_MAX_IN_FLIGHT: integer(1, 100_000, 128),
  TRUSTED_PROXY_HOPS: integer(0, 10, 0),
  TRUSTED_PROXIES: networks,
  TRUSTED_NETWORKS: networks,
  NEXTAUTH_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
    .optional(),
  NEXTAUTH_URL: httpUrl,
  OIDC_ISSUER: httpUrl,
  OIDC_CLIENT_ID: secret,
  OIDC_CLIENT_SECRET: secret,
  IDENTIFIERS_KEY: sealingSecrets,
  SECOND_FACTOR_KEY: sealingSecrets,
  PROOF_KEY: sealingSecrets,
  IDENTIFIERS_KEPT_DAYS: integer(1, 3_650, 90),
  RECORDS_KEPT_MONTHS: integer(1, 120, 12),
  REVEALS_PER_DAY: integer(0, 1_000_000, 50),
  ISSUER_NAME: z.string().max(200).optional(),
  ISSUER_TAX_NUMBER: z.string().max(20).optional(),
  SUPPORT_CONTACT: supportContact,
  SECURITY_CONTACT: url(/^(mailto|https)$/, 'mailto:security@example.gt'),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example.gt'),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  NOTICE_NETWORKS: networks,
  NOTICE_CATCHER_URL: httpUrl,
  PORT: integer(0, 65_535, 3000),
  HOST: z.string().optional(),
  OPS_PORT: wholeNumber(0, 65_535).optional(),
  OPS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_ONE_IN: integer(1, 1_000_000, 1),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
    .optional(),
  DRAIN_DELAY_MS: wholeNumber(0, 300_000).optional(),
});
