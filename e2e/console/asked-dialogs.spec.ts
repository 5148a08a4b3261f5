import { expect, test } from './fixtures';

const DIALOGS = [
  '?do=rotate',
  '?do=suspend',
  '/balance?do=topUp',
  '/balance?do=adjust',
  '/balance?do=tariff',
  '/notices?do=target',
];

test('a dialog that the address asks for opens when the page is loaded directly', async ({
  page,
  setup,
}) => {
  const { nombre } = await setup.integration();
  await setup.enter(page, 'admin');
  for (const dialog of DIALOGS) {
    const answer = await page.goto(`/console/integrations/${nombre}${dialog}`);
    expect(answer?.status(), dialog).toBe(200);
    await expect(page.getByRole('dialog'), dialog).toBeVisible();
  }
});
