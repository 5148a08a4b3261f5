import { createHash } from 'node:crypto';
import { settings } from '@/lib/base/env/settings';
import { type Language, languageOf } from '@/lib/base/values/language';
import { openApiDocument } from '@/lib/contract/openapi/document';

export const dynamic = 'force-dynamic';

const published = new Map<Language, { readonly body: string; readonly etag: string }>();

/** Makes the document once: it does not change while the process lives. */
function publish(language: Language) {
  const made = published.get(language);
  if (made !== undefined) return made;
  const body = JSON.stringify(openApiDocument(language, settings().limits));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  published.set(language, { body, etag });
  return { body, etag };
}

/** Serves the contract. Public, so that tools on other origins can read it. */
export function GET(request: Request): Response {
  const language = languageOf(new URL(request.url).searchParams.get('lang'));
  const { body, etag } = publish(language);
  const headers = {
    etag,
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'content-language': language,
  };
  const etags = request.headers.get('if-none-match')?.split(/,\s*/);
  if (etags?.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
}
