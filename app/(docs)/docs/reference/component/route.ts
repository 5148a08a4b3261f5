import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';

export const dynamic = 'force-dynamic';

const ONE_DAY_S = 86_400;
const routeSchema = z.object({
  url: z.string(),
  handler: z.custom<(request: object, reply: object) => void>((made) => typeof made === 'function'),
});

let packed: Promise<Uint8Array<ArrayBuffer>> | undefined;

/**
 * The reference component's own script, packed to a quarter. Next takes `content-encoding` away from
 * answers, so it goes out as what it is and the page unpacks it.
 */
export async function GET(): Promise<Response> {
  packed ??= packScript().catch((error: unknown) => {
    packed = undefined;
    throw error;
  });
  return new Response(await packed, {
    headers: {
      'content-type': 'application/gzip',
      'cache-control': `public, max-age=${ONE_DAY_S}`,
      'x-content-type-options': 'nosniff',
    },
  });
}

async function packScript(): Promise<Uint8Array<ArrayBuffer>> {
  const smallest = 9;
  return new Uint8Array(await promisify(gzip)(await readScript(), { level: smallest }));
}

/**
 * The package is a plugin of Fastify, and the only one of its makers that carries the built script alone:
 * the script's own package brings 240 MB of what it was built from. So the plugin registers its routes
 * with us, and the one that answers the script is asked for it.
 */
async function readScript(): Promise<string> {
  const { default: register } = await import('@scalar/fastify-api-reference');
  let source = '';
  const reply = {
    header: () => reply,
    send: (body: unknown) => {
      source = String(body);
    },
  };
  const host = {
    hasPlugin: () => false,
    route: (declared: unknown) => {
      const { url, handler } = routeSchema.parse(declared);
      if (url.endsWith('.js')) handler({}, reply);
    },
  };
  register(host, { configuration: { url: '/openapi.json' } }, () => {});
  if (source === '') throw new Error('The reference component has no script any more.');
  return source;
}
