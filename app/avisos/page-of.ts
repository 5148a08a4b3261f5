import { MINUTE_MS } from '@/lib/base/time/time';
import { escaped } from '@/lib/base/values/html';
import { fill, type Language } from '@/lib/base/values/language';
import { clientAddressOf } from '@/lib/console/session/request';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { serviceTexts } from '@/texts/service';

/**
 * Pages that links of e-mails open. They need no script, session or cookie. A GET shows a button and
 * changes nothing, because mail scanners open every link.
 */

/** Requests of an address per minute. */
const window = new FixedWindow(20, MINUTE_MS, 10_000);

type Links = (typeof serviceTexts)[Language]['links'];

interface Shown {
  readonly of: keyof Links;
  readonly part: 'what' | 'done' | 'gone';
  readonly language: Language;
  /** The masked address. */
  readonly address?: string;
}

/** Refuses an address that asks too often; undefined for the others. */
export function refusedFor(request: Request): Response | undefined {
  const { allowed, resetMs } = window.spend(clientAddressOf(request.headers));
  if (allowed) return undefined;
  const headers = { 'retry-after': String(Math.ceil(resetMs / 1000)) };
  return new Response('Demasiadas solicitudes.\n', { status: 429, headers });
}

export function pageOf({ of, part, language, address = '' }: Shown): Response {
  const texts = serviceTexts[language].links[of];
  const button =
    part === 'what' ? `<form method="post"><button>${texts.button}</button></form>` : '';
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${texts.title}</title>
<style>:root{color-scheme:light dark}body{margin:0;font:1rem/1.55 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:clamp(2rem,10vw,6rem) 1.25rem}
h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.2}
button{padding:.5rem 1rem;border:0;border-radius:.375rem;background:#1f5bb8;color:#fff;font:inherit;cursor:pointer}
</style><main><h1>${texts.title}</h1><p>${fill(texts[part], { address: escaped(address) })}</p>
${button}</main></html>`;
  return new Response(html, {
    status: part === 'gone' ? 404 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
