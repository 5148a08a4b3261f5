import { describe, expect, it } from 'vitest';
import { EnvError, readEnv, readSettings } from './env';

const production = {
  APP_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db:5432/pasarela?sslmode=verify-full',
  RENAP_URL: 'https://renap.example',
  RENAP_TOKEN: 'r',
  RTU_URL: 'https://rtu.example/',
  RTU_TOKEN: 't',
  CATALOGOS_URL: 'https://catalogos.example/v1/',
  CATALOGOS_TOKEN: 'c',
  NEXTAUTH_SECRET: 'Jq2v8sLx0ZkTn4WmRb7yCd1hPf6gUe3A',
  NEXTAUTH_URL: 'https://pasarela.example',
  IDENTIFIERS_KEY: 'Hw5tYk9oXn3bVr8cMz1qLs6dKf0jGa4E',
  SECOND_FACTOR_KEY: 'Tz8nWc4vRy1mQp7gLb0xJd5kHs3fEu9A',
  SUPPORT_CONTACT: 'ayuda@pasarela.example, 2222-0000, 8 a 17',
  TRUSTED_PROXY_HOPS: '1',
};

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

describe('the environment', () => {
  it('needs nothing in development', () => {
    expect(readSettings({})).toMatchObject({
      deployment: 'development',
      databaseUrl: undefined,
      sources: {},
      limits: { global: 100, renap: 30, rtu: 50, catalogos: 30 },
      issuer: { name: 'Pasarela', taxNumber: undefined },
      securityContact: 'mailto:security@localhost',
      host: '127.0.0.1',
      ops: undefined,
      drainDelayMs: 0,
      identifierSecrets: [],
      outbound: { networks: [], allowsLoopback: true },
    });
  });

  it('lists everything that production lacks in one error', () => {
    const { APP_ENV, ...others } = production;
    const missing = Object.keys(others).map((name) => `${name} is missing`);
    expect(problemsOf({ APP_ENV }).toSorted()).toEqual(missing.sort());
  });

  it('lists wrong and missing variables together', () => {
    const wrong = {
      DATABASE_URL: 'mysql://x',
      LIMIT_GLOBAL: '0',
      SOURCE_TIMEOUT_MS: '30001',
      PORT: 'http',
      TRUSTED_PROXY_HOPS: '-1',
      TRUSTED_NETWORKS: '10.0.0.0/8, 10.0.0.0/33',
      NEXTAUTH_SECRET: 'short',
      SUPPORT_CONTACT: 'ayuda@pasarela.example',
      RENAP_URL: 'https://renap.example',
      UPSTASH_REDIS_REST_TOKEN: 'x',
      ALLOW_INSECURE: 'http,everything',
    };
    expect(problemsOf(wrong)).toEqual([
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/pasarela',
      'ALLOW_INSECURE must list some of http, database, redis, mail, owner, separated by commas',
      'LIMIT_GLOBAL must be a whole number from 1 to 100000000',
      'SOURCE_TIMEOUT_MS must be a whole number from 1 to 30000',
      'TRUSTED_PROXY_HOPS must be a whole number from 0 to 10',
      'TRUSTED_NETWORKS must be networks such as 10.0.0.0/8 or 2001:db8::/32, separated by commas',
      'NEXTAUTH_SECRET must have at least 32 characters',
      'SUPPORT_CONTACT must be an e-mail address, a telephone number and hours, such as ' +
        'soporte@pasarela.example, 2222-0000, lunes a viernes de 8:00 a 17:00',
      'PORT must be a whole number from 0 to 65535',
      'RENAP_TOKEN is missing',
      'UPSTASH_REDIS_REST_URL is missing',
      'APP_ENV is missing: development or production, required with DATABASE_URL',
    ]);
  });

  it('names who helps, whose hours may have commas', () => {
    const SUPPORT_CONTACT = 'ayuda@pasarela.gt, +502 2222-0000, lunes a jueves, de 8 a 17';
    expect(readSettings({ ...production, SUPPORT_CONTACT }).support).toEqual({
      email: 'ayuda@pasarela.gt',
      phone: '+502 2222-0000',
      hours: 'lunes a jueves, de 8 a 17',
    });
  });

  it('refuses in production what others could read, change or guess, and names each exception', () => {
    const unsafe = {
      ...production,
      NEXTAUTH_URL: 'http://127.0.0.1:3000',
      RTU_URL: 'http://rtu.example',
      DATABASE_URL: 'postgres://u:p@db/pasarela?sslmode=prefer',
      DATABASE_REPLICA_URL: 'postgres://u:p@127.0.0.1:5432,db2:5432/pasarela',
      MIGRATION_DATABASE_URL: 'postgres://o:p@db/pasarela',
      REDIS_URL: 'redis://cache:6379',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'avisos@pasarela.example',
      NEXTAUTH_SECRET: 'changeme'.repeat(4),
      IDENTIFIERS_KEY: `${'changeme'.repeat(4)},${'ab'.repeat(16)}`,
    };
    const guessable = [
      'NEXTAUTH_SECRET can be guessed: make one with openssl rand -base64 32',
      'IDENTIFIERS_KEY can be guessed: make one with openssl rand -base64 32',
      'IDENTIFIERS_KEY must differ from NEXTAUTH_SECRET',
    ];
    expect(problemsOf(unsafe)).toEqual([
      'NEXTAUTH_URL must use https (ALLOW_INSECURE=http allows it without)',
      'RTU_URL must use https (ALLOW_INSECURE=http allows it without)',
      'DATABASE_URL must use TLS, such as ?sslmode=verify-full (ALLOW_INSECURE=database allows it without)',
      'DATABASE_REPLICA_URL must use TLS, such as ?sslmode=verify-full (ALLOW_INSECURE=database allows it without)',
      'MIGRATION_DATABASE_URL must use TLS, such as ?sslmode=verify-full (ALLOW_INSECURE=database allows it without)',
      'REDIS_URL must use TLS, rediss:// or https:// (ALLOW_INSECURE=redis allows it without)',
      'SMTP_URL must use TLS, smtps:// or ?requireTLS=true (ALLOW_INSECURE=mail allows it without)',
      ...guessable,
    ]);
    expect(problemsOf({ ...unsafe, ALLOW_INSECURE: 'http,database,redis,mail' })).toEqual(
      guessable,
    );
    const { IDENTIFIERS_KEY, NEXTAUTH_SECRET } = production;
    const earlier = { IDENTIFIERS_KEY: `${IDENTIFIERS_KEY},${NEXTAUTH_SECRET}` };
    expect(problemsOf({ ...production, ...earlier })).toEqual([]);
    const same = { SECOND_FACTOR_KEY: IDENTIFIERS_KEY };
    expect(problemsOf({ ...production, ...same })).toEqual([
      'SECOND_FACTOR_KEY must differ from IDENTIFIERS_KEY',
    ]);
    const loopback = {
      DATABASE_URL: 'postgres://u:p@127.0.0.1/x',
      REDIS_URL: 'redis://[::1]:6379',
    };
    const startTls = { SMTP_URL: 'smtp://mail.example?requireTLS=true', MAIL_FROM: 'a@b.example' };
    expect(problemsOf({ ...production, ...startTls })).toEqual([]);
    expect(problemsOf({ ...production, ...loopback })).toEqual([]);
    expect(problemsOf({ ...unsafe, APP_ENV: 'development' })).toEqual([]);
  });

  it('requires only the variables of the parts that a machine serves', () => {
    const { NEXTAUTH_SECRET, NEXTAUTH_URL, SECOND_FACTOR_KEY, ...lookups } = production;
    expect(problemsOf({ ...lookups, PASARELA_SERVES: 'lookups' })).toEqual([]);
    const isSource = (name: string) => /^(RENAP|RTU|CATALOGOS)_/.test(name);
    const pages = Object.entries(production).filter(([name]) => !isSource(name));
    expect(problemsOf({ ...Object.fromEntries(pages), PASARELA_SERVES: 'pages' })).toEqual([]);
    expect(problemsOf({ PASARELA_SERVES: 'half' })).toEqual([
      'PASARELA_SERVES must be all, lookups or pages',
    ]);
  });

  it('names variables that are nearly settings, and leaves those of other programs alone', () => {
    expect(
      problemsOf({ ...production, LIMIT_CATALAGOS: '5', SECOND_FACTOR_KEYS_FILE: 'x' }),
    ).toEqual([
      'LIMIT_CATALAGOS is no setting: write LIMIT_CATALOGOS, or remove it',
      'SECOND_FACTOR_KEYS_FILE is no setting: write SECOND_FACTOR_KEY, or remove it',
    ]);
    const others = {
      APP_PORT: '1',
      DB_HOST: 'x',
      NODE_OPTIONS: '',
      PGPASSFILE: 'x',
      HOSTNAME: 'x',
    };
    expect(
      problemsOf({ ...production, ...others, REDIS_URL_FILE: '/dev/null' }),
    ).not.toContainEqual(expect.stringContaining('no setting'));
  });

  it('counts an empty variable as absent', () => {
    expect(problemsOf({ ...production, RTU_TOKEN: '' })).toEqual(['RTU_TOKEN is missing']);
    expect(readSettings({ PORT: '' }).port).toBe(3000);
  });

  it('removes trailing slashes, and listens on all addresses in production', () => {
    const env = readEnv(production);
    expect(env.sources.catalogos).toEqual({ url: 'https://catalogos.example/v1', token: 'c' });
    expect(env.host).toBe('0.0.0.0');
  });

  it('never hands a half-open environment to the gateway', () => {
    const database = { APP_ENV: 'development', DATABASE_URL: 'postgres://u:p@db/x' };
    expect(() => readEnv(database)).toThrow(/RENAP_URL is missing/);
  });

  it('seals identifiers and second factors with the first of their own keys', () => {
    const [old, fresh, session] = ['o', 'f', 's'].map((letter) => letter.repeat(32));
    const keys = { IDENTIFIERS_KEY: `${fresh}, ${old}`, SECOND_FACTOR_KEY: fresh };
    expect(readSettings({ NEXTAUTH_SECRET: session, ...keys })).toMatchObject({
      identifierSecrets: [fresh, old],
      secondFactorSecrets: [fresh],
    });
    expect(() => readSettings({ IDENTIFIERS_KEY: `${fresh},short` })).toThrow(
      'IDENTIFIERS_KEY must be one or more secrets of at least 32 characters, separated by commas',
    );
  });
});
