import { expect, it } from 'vitest';
import { readEnv, readSettings } from './env';
import { SECRETS } from './secret-files';
import { ACCOUNT_NAMES, ACCOUNTS, variablesOf } from './source-settings';
import { unsafeSettings } from './unsafe-settings';

it.each(ACCOUNT_NAMES)(
  'the account %s has a TLS rule, files for its secrets, and is whole or absent',
  (account) => {
    const { url } = ACCOUNTS[account];
    const [, ...secrets] = variablesOf(account);
    const allowed = `${url} must use https (ALLOW_INSECURE=http allows it without)`;
    expect(unsafeSettings({ [url]: 'http://source.example' })).toEqual([allowed]);
    expect(SECRETS).toEqual(expect.arrayContaining(secrets));
    const half = () => readSettings({ [url]: 'https://source.example' });
    expect(half).toThrow(secrets.map((name) => `${name} is missing`).join('\n  - '));
  },
);

it('production needs the accounts of the chosen adapters, and no others', () => {
  const chosen = {
    APP_ENV: 'production',
    PASARELA_SERVES: 'lookups',
    RENAP_SOURCE: 'infile',
    RTU_SOURCE: 'infile',
    CUI_NIT_SOURCE: 'infile',
  };
  expect(() => readEnv(chosen)).toThrow(/INFILE_NIT_KEY is missing/);
  expect(() => readEnv(chosen)).not.toThrow(/RENAP_URL|RTU_URL/);
  // The other two catalogs have no other adapter.
  expect(() => readEnv(chosen)).toThrow(/CATALOGOS_URL is missing/);
  expect(() => readEnv({ RTU_SOURCE: 'sat' })).toThrow('RTU_SOURCE must be pasarela or infile');
});
