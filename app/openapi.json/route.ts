import { createHash } from 'node:crypto';
import { requestOrigin } from '@/app/(docs)/origin';
import { settings } from '@/lib/base/env/settings';
import { type Language, languageOf } from '@/lib/base/values/language';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { asOpenApi30 } from '@/lib/contract/openapi/version-3-0';

export const dynamic = 'force-dynamic';

const published = new Map<Language, string>();

/** Makes the document once: it does not change while the process lives. */
function publish(language: Language): string {
  const made = published.get(language) ?? JSON.stringify(documentIn(language));
  published.set(language, made);
  return made;
}

function documentIn(language: Language) {
  return openApiDocument(language, settings().limits);
}

/**
 * Serves the contract, with `v=3.0` for tools that do not read OpenAPI 3.1. Public, so that tools on
 * other origins can read it.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const language = languageOf(searchParams.get('lang'));
  const body =
    searchParams.get('v') === '3.0'
      ? JSON.stringify(asOpenApi30(documentIn(language), await requestOrigin()))
      : publish(language);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
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
