import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@/lib/base/values/language';
import { everything } from '@/testing/scope';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that another width or theme can break. */
const BY_LOOK = ['color-contrast', 'target-size', 'scrollable-region-focusable'];
const HEIGHT = 800;

export interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** A selector, or the selectors of a frame and of what is in it. */
type Part = string | string[];

export const FIRST_LOOK: Look = { colorScheme: 'light', width: 360 };
export const TWO_LOOKS: readonly Look[] = [FIRST_LOOK, { colorScheme: 'dark', width: 1280 }];

/** Every theme at every width; `npm test` has the first look alone. */
export const LOOKS: readonly Look[] = everything
  ? [...TWO_LOOKS, { colorScheme: 'light', width: 1280 }, { colorScheme: 'dark', width: 360 }]
  : [FIRST_LOOK];

/** The languages in which the documentation is looked at; `npm test` has the first alone. */
export const DOCUMENT_LANGUAGES: readonly Language[] = everything
  ? LANGUAGES
  : LANGUAGES.slice(0, 1);

export async function setLook(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const themed = page.locator('html[data-mantine-color-scheme]');
  if ((await themed.count()) > 0) {
    await expect(themed).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

/**
 * Expects that a page is accessible, not wider than the screen, and cuts no button's text. The first
 * look and all light ones apply every rule, the others what a look can break. With `parts`, only the
 * first is of the whole page: for pages of thousands of nodes, which take seconds each time.
 */
export async function expectFit(
  page: Page,
  looks: readonly Look[],
  parts: readonly Part[] = [],
): Promise<void> {
  for (const [index, look] of looks.entries()) {
    await setLook(page, look);
    const { colorScheme, width } = look;
    const whole = index === 0 || (colorScheme === 'light' && parts.length === 0);
    await (whole ? expectAccessible(page) : expectNothing(page, byLook(page), parts));
    for (const frame of page.frames()) {
      const { overflow, cut } = await frame.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        cut: [...document.querySelectorAll('.mantine-Button-label')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      }));
      expect(overflow, `fits ${width} px, ${colorScheme}`).toBeLessThanOrEqual(0);
      expect(cut, `buttons with a cut text at ${width} px`).toEqual([]);
    }
  }
}

/** Looks at the page as a test has brought it about; only `npm run test:all` does. */
export async function look(page: Page): Promise<void> {
  if (!everything) return;
  const size = page.viewportSize();
  await expectFit(page, TWO_LOOKS);
  if (size !== null) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects no violation of WCAG 2.2 AA or of axe's advice, in the page or in these parts of it. */
export function expectAccessible(page: Page, parts: readonly Part[] = []): Promise<void> {
  // The component of a third party, which is in a frame, does not follow the advice.
  const tags = page.frames().length > 1 ? WCAG : [...WCAG, 'best-practice'];
  return expectNothing(page, builder(page).withTags(tags), parts);
}

function byLook(page: Page): AxeBuilder {
  return builder(page).withRules(BY_LOOK);
}

/** Makes an analysis that does not load the styles again, which a policy may forbid. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ preload: false });
}

async function expectNothing(page: Page, axe: AxeBuilder, parts: readonly Part[]): Promise<void> {
  for (const part of parts) axe.include(part);
  // Without it each analysis opens another page, which only frames of another origin need.
  const hasFrames = page.frames().length > 1;
  const { violations } = await axe.setLegacyMode(!hasFrames).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found).toEqual([]);
}
