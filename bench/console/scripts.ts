import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Response } from '@playwright/test';
import { launchOptions } from '@/testing/browser';
import type { Visitor } from '@/testing/visitor';

export function startBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}

/**
 * Compressed bytes of the scripts that a page loads into an empty cache, without those that it
 * fetches beforehand for the pages it links to. What the server sends plain is compressed as the
 * proxy in front of it would.
 */
export async function scriptBytes(
  browser: Browser,
  { url, visitor }: { readonly url: string; readonly visitor: Visitor | undefined },
): Promise<number> {
  const context = await browser.newContext();
  try {
    if (visitor !== undefined) await context.addCookies(cookiesOf(url, visitor));
    const page = await context.newPage();
    const isAhead = (headers: Record<string, string>) =>
      headers['next-router-prefetch'] !== undefined;
    await page.route('**', (route) =>
      isAhead(route.request().headers()) ? route.abort() : route.continue(),
    );
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(scripts.map(compressedBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    await context.close();
  }
}

async function compressedBytes(response: Response): Promise<number> {
  const encoding = response.headers()['content-encoding'];
  if (encoding === undefined) return gzipSync(await response.body()).length;
  const { responseBodySize } = await response.request().sizes();
  return responseBodySize;
}

function cookiesOf(url: string, { cookie }: Visitor) {
  const { origin } = new URL(url);
  return cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: origin };
  });
}
