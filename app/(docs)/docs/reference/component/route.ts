import { z } from 'zod';

export const dynamic = 'force-dynamic';

const ONE_DAY_S = 86_400;
const routeSchema = z.object({
  url: z.string(),
  handler: z.custom<(request: object, reply: object) => void>((made) => typeof made === 'function'),
});

let script: Promise<string> | undefined;

/** Serves the script of the reference component. The front process keeps its 4 MB compressed. */
export async function GET(): Promise<Response> {
  script ??= readScript().catch((error: unknown) => {
    script = undefined;
    throw error;
  });
  return new Response(await script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${ONE_DAY_S}`,
    },
  });
}

/**
 * Reads the script from Scalar's plugin for Fastify, because the script's own package installs
 * 240 MB. Stands in for Fastify, and calls the route that the plugin registers for the script.
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
  // It takes a whole Fastify, of which it uses these two.
  Reflect.apply(register, undefined, [host, { configuration: { url: '/openapi.json' } }, () => {}]);
  if (source === '') throw new Error('The reference component has no script any more.');
  return source;
}
