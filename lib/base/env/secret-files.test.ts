import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readDeployment, readSettings } from './env';
import { readSecretFiles } from './secret-files';

const folder = mkdtempSync(join(tmpdir(), 'secret files '));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

it('replaces the file of a secret by its text, without the line break at its end', () => {
  const variables = {
    RTU_URL: 'https://rtu.example',
    RTU_TOKEN: '',
    RTU_TOKEN_FILE: fileWith('rtu', 't0ken\n'),
    NEXTAUTH_SECRET_FILE: fileWith('session', ' 36 characters, blanks at both ends \r\n'),
    PORT_FILE: fileWith('port', '80'),
  };
  readSecretFiles(variables);
  expect(variables).toEqual({
    RTU_URL: 'https://rtu.example',
    RTU_TOKEN: 't0ken',
    NEXTAUTH_SECRET: ' 36 characters, blanks at both ends ',
    PORT_FILE: join(folder, 'port'),
  });
  expect(readSettings(variables).sources.rtu).toEqual({
    url: 'https://rtu.example',
    token: 't0ken',
  });
});

it('the problems of a file are reported with all others, and without its name', () => {
  const variables = {
    APP_ENV: 'production',
    PASARELA_SERVES: 'lookups',
    DATABASE_URL: 'postgres://u:p@db/pasarela?sslmode=verify-full',
    DATABASE_URL_FILE: fileWith('database', 'postgres://u:p@other/pasarela'),
    RENAP_TOKEN_FILE: join(folder, 'none'),
    IDENTIFIERS_KEY_FILE: fileWith('empty', '\n'),
  };
  readSecretFiles(variables);
  const problems = (...list: string[]) => expect.objectContaining({ problems: list });
  const all = problems(
    'DATABASE_URL and DATABASE_URL_FILE are both set: leave one out',
    'RENAP_TOKEN_FILE must name a file that can be read and is not empty',
    'IDENTIFIERS_KEY_FILE must name a file that can be read and is not empty',
    ...['RENAP_URL', 'RENAP_TOKEN', 'RTU_URL', 'RTU_TOKEN', 'CATALOGOS_URL', 'CATALOGOS_TOKEN'].map(
      (name) => `${name} is missing`,
    ),
    'IDENTIFIERS_KEY is missing',
    'SUPPORT_CONTACT is missing',
    'TRUSTED_PROXY_HOPS is missing',
  );
  expect(() => readSettings(variables)).toThrow(all);
  // The command line needs no secret of a source.
  const ofCommands = problems(
    'DATABASE_URL and DATABASE_URL_FILE are both set: leave one out',
    'IDENTIFIERS_KEY_FILE must name a file that can be read and is not empty',
  );
  expect(() => readDeployment(variables)).toThrow(ofCommands);
});
