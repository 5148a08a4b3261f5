import { expect, type Locator } from '@playwright/test';
import { everything } from '@/testing/scope';

/** A way to operate the console: by mouse or by keyboard. */
export interface Input {
  /** Presses a link, a button, a checkbox or a switch. */
  press(control: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

export const MOUSE: Input = {
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
};

export const KEYBOARD: Input = {
  press: async (control) => {
    await reach(control);
    const isTicked = await control.evaluate((element) => element.matches('input'));
    await control.page().keyboard.press(isTicked ? 'Space' : 'Enter');
  },
  write: async (field, text) => {
    await reach(field);
    const { keyboard } = field.page();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(text);
    await expect(field).toHaveValue(text);
  },
};

/** More tab stops than any page has: a full list of queries has three in each row. */
const MAX_TABS = 300;

/** Moves the focus by the Tab key alone; `npm test` moves it at once. */
async function reach(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  if (!everything) return control.focus();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      return expect(control).toBeInViewport();
    }
    await control.page().keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${control}.`);
}
