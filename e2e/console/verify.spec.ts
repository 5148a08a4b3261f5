import type { Page } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { wellKnown } from '@/simulator/well-known';
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

for (const [language, labels] of [
  ['es', { check: 'Verificar', holds: 'auténtica', printed: 'Constancia de una consulta' }],
  ['en', { check: 'Verify', holds: 'genuine', printed: 'Proof of a lookup' }],
] as const) {
  test(`a genuine proof prints in ${language} with its answer and a code`, async ({
    page,
    setup,
  }) => {
    const switches = { proofs_enabled: true };
    const answer = await setup.ask(await setup.integration({ switches }));
    const proof = answer.headers.get('x-consulta-constancia') ?? '';
    const buffer = Buffer.from(await answer.arrayBuffer());
    await open(page, `/verificar?lang=${language}#c=${proof}`);
    const file = { name: 'answer.json', mimeType: 'application/json', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('input[name=identificadores]').fill(wellKnown.individual.nit);
    await expect(page.locator('input[name=sha256]')).not.toBeEmpty();
    await page.getByRole('button', { name: labels.check }).click();
    const result = page.getByRole('status');
    await expect(result.locator('.headline.good')).toContainText(labels.holds);
    await look(page);
    const sheet = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })));
    const { text } = await extractText(sheet, { mergePages: true });
    for (const part of [labels.printed, wellKnown.individual.nombre, 'cui-nit', '/verificar']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain(labels.check === 'Verify' ? 'Or its SHA-256' : 'O su SHA-256');
    expect(await readCode(page)).toBe(`${new URL(page.url()).origin}/verificar#c=${proof}`);
  });
}

/** Reads the code from a picture of the page as it is printed, in the colours of a dark screen. */
async function readCode(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const picture = await page.locator('figure').screenshot();
  const { data, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height);
    return { data: [...(pixels?.data ?? [])], width: image.width, height: image.height };
  }, picture.toString('base64'));
  return decodeQr({ data: Uint8Array.from(data), width, height }, { timeLimit: 5_000 });
}
