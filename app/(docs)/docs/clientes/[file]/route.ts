import { clientSource } from '@/app/(docs)/client-source';
import { CLIENT_LANGUAGES, clientPath } from '@/lib/contract/client-files';

export const dynamic = 'force-dynamic';

/** Serves a client for integrators, as a file to save. */
export async function GET(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const language = CLIENT_LANGUAGES.find((one) => clientPath(one) === pathname);
  if (language === undefined) return new Response('Not found', { status: 404 });
  const { source } = await clientSource(language);
  return new Response(source, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment',
      'cache-control': 'public, max-age=300',
    },
  });
}
