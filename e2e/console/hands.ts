import { expect, type Locator, type Page } from '@playwright/test';

/** How somebody works the console: the same story is told with each pair. */
export interface Hands {
  /** A link, a button, a checkbox or a switch. */
  press(control: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  choose(list: Locator, label: string): Promise<void>;
}

export const HANDS: Readonly<Record<'mouse' | 'keyboard', (page: Page) => Hands>> = {
  mouse: () => ({
    press: (control) => control.click(),
    write: (field, text) => field.fill(text),
    choose: async (list, label) => {
      await list.selectOption({ label });
    },
  }),
  keyboard: (page) => ({
    press: async (control) => {
      await reach(page, control);
      await page.keyboard.press(await keyOf(control));
    },
    write: async (field, text) => {
      await reach(page, field);
      if ((await field.inputValue()) !== '') await select(page);
      await page.keyboard.type(text);
      await expect(field).toHaveValue(text);
    },
    choose: async (list, label) => {
      await reach(page, list);
      const labels = await list.locator('option').allTextContents();
      const chosen = await list.evaluate((element: HTMLSelectElement) => element.selectedIndex);
      const steps = labels.indexOf(label) - chosen;
      const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
      for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(key);
      await expect(list.locator('option:checked')).toHaveText(label);
    },
  }),
};

/** More than any page has of what the Tab key stops at: a full list of queries has three a row. */
const MAX_TABS = 300;

/** Coming back to a field by the Tab key selects its text, so that what is typed takes its place. */
async function select(page: Page): Promise<void> {
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
}

/** By the Tab key alone. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      return expect(control).toBeInViewport();
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${control}.`);
}

async function keyOf(control: Locator): Promise<'Enter' | 'Space'> {
  const ticked = await control.evaluate((element) => element.matches('input'));
  return ticked ? 'Space' : 'Enter';
}
