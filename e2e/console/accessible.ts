import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Language } from '@/lib/language';
import { everything } from '@/testing/scope';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What another width or another theme can break. */
const LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

interface View {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Every width in every theme; the languages begin with opposite ones, which are all that `npm test` does. */
const VIEWS: Readonly<Record<Language, readonly View[]>> = {
  es: [
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
    { width: 360, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
  ],
  en: [
    { width: 360, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ],
};

/** Without violations of WCAG 2.2 AA, in the page or in these parts of it. */
export function expectAccessible(page: Page, parts: readonly string[] = []): Promise<void> {
  return expectNothing(new AxeBuilder({ page }).withTags(WCAG), parts);
}

/** Without what another width or theme can break, for a page that every rule has seen in one. */
export function expectLooks(page: Page, parts: readonly string[] = []): Promise<void> {
  return expectNothing(new AxeBuilder({ page }).withRules(LOOKS), parts);
}

/**
 * Opens a page once and looks at it in every width and theme: in the first by every rule, in the others
 * at `parts` by what looks can break, because looking at thousands of nodes takes seconds.
 */
export async function expectReadable(
  page: Page,
  language: Language,
  open: () => Promise<void>,
  parts: readonly string[] = [],
): Promise<void> {
  const views = everything ? VIEWS[language] : VIEWS[language].slice(0, 1);
  for (const [index, { width, colorScheme }] of views.entries()) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (index === 0) {
      await open();
      await expectAccessible(page);
    } else {
      await expectLooks(page, parts);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
}

async function expectNothing(axe: AxeBuilder, parts: readonly string[]): Promise<void> {
  for (const part of parts) axe.include(part);
  // Otherwise every look opens a page of its own for what frames of other origins say; there are none.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found).toEqual([]);
}
