import { expect, test } from './fixtures';

const DIALOGS = [
  ['?do=rotate'],
  ['?do=suspend'],
  ['/balance?do=topUp'],
  ['/balance?do=adjust'],
  ['/balance?do=tariff'],
  ['/notices?do=target'],
] as const;

for (const [address] of DIALOGS) {
  test(`the address ${address} opens its dialog when it is loaded directly`, async ({
    page,
    setup,
  }) => {
    const { nombre } = await setup.integration();
    await setup.open(page, 'admin', `/console/integrations/${nombre}`);
    const answer = await page.goto(`/console/integrations/${nombre}${address}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}
