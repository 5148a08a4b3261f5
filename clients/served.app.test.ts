import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { CLIENT_LANGUAGES, clientFiles, clientPath } from '@/lib/contract/client-files';
import { REVISION } from '@/lib/contract/revision';
import { projectRoot } from '@/server/paths';

const origin = inject('appUrl');

it.each(CLIENT_LANGUAGES)(
  'the client for %s is saved from /docs, which tells version and digest',
  async (language) => {
    const answer = await fetch(`${origin}${clientPath(language)}`);
    const file = await readFile(join(projectRoot, 'clients', clientFiles[language]), 'utf8');
    expect(await answer.text()).toBe(file);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(file).toContain(REVISION);
    const guide = await (await fetch(`${origin}/docs`)).text();
    expect(guide).toContain(createHash('sha256').update(file).digest('hex'));
  },
);

it('no other file is served beside the clients', async () => {
  for (const name of ['generate.ts', '..%2f..%2fpackage.json', 'driver.php']) {
    expect((await fetch(`${origin}/docs/clientes/${name}`)).status).toBe(404);
  }
});

it('the document is served as OpenAPI 3.0 too, with the origin of the request', async () => {
  const read = async (query: string) => (await fetch(`${origin}/openapi.json${query}`)).json();
  expect(await read('')).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  expect(await read('?v=3.0')).toMatchObject({ openapi: '3.0.3', servers: [{ url: origin }] });
  expect(await read('?v=3.0&lang=en')).toMatchObject({ tags: [{}, {}], openapi: '3.0.3' });
  expect(await read('?v=2.0')).toMatchObject({ openapi: '3.1.0' });
});
