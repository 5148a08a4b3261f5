import { expect, test } from '@/e2e/gateway/fixtures';
import { withApp } from './with-app';

test('a production deployment shows no test identifiers', async ({ api }) => {
  test.setTimeout(120_000);
  const production = {
    APP_ENV: 'production',
    HOST: '127.0.0.1',
    NEXTAUTH_URL: 'https://pasarela.example',
  };
  const shows = (page: string) => [page.includes('id="errores"'), page.includes('id="pruebas"')];
  const ours = await fetch(new URL('/docs', api.entryPoint.origin));
  expect(shows(await ours.text())).toEqual([true, true]);
  await withApp('next', production, api.db, async ({ entryPoint }) => {
    const page = await fetch(new URL('/docs', entryPoint.origin));
    expect(shows(await page.text())).toEqual([true, false]);
  });
});
