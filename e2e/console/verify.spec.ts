import { look } from './accessible';
import { expect, open, test } from './fixtures';

for (const [language, check, malformed] of [
  ['es', 'Verificar', 'Esto no es una constancia completa'],
  ['en', 'Verify', 'This is no complete proof'],
] as const) {
  test(`a proof is checked in ${language} without sending the answer`, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await open(page, `/verificar?lang=${language}#c=a.b.c`);
    await expect(page.locator('textarea')).toHaveValue('a.b.c');
    const answer = { name: 'answer.json', mimeType: 'application/json' };
    const secret = '{"nombre":"nobody else reads this"}';
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...answer, buffer: Buffer.from(secret) });
    await expect(page.locator('input[name=sha256]')).toHaveValue(/^[0-9a-f]{64}$/);
    await page.getByRole('button', { name: check }).click();
    await expect(page.getByRole('status')).toContainText(malformed);
    expect(sent.filter((body) => body.includes('nobody else'))).toEqual([]);
    expect(sent.some((body) => body.includes('"constancia":"a.b.c"'))).toBe(true);
    await look(page);
  });
}
