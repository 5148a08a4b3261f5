import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

/**
 * Receives spans as a collector of OpenTelemetry does, in OTLP over HTTP as JSON, on the port of
 * the command line. `GET /spans` tells what arrived.
 */

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  status: z.object({ code: z.int().optional() }).optional(),
  attributes: z.array(attribute),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span as it arrived, with its attributes by name and those of its resource. */
export interface ReceivedSpan extends Omit<z.infer<typeof span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

function byName(attributes: readonly z.infer<typeof attribute>[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const received: ReceivedSpan[] = [];

createServer(async (incoming, response) => {
  response.setHeader('content-type', 'application/json');
  if (incoming.method !== 'POST') return response.end(JSON.stringify(received));
  const { resourceSpans } = request.parse(await json(incoming));
  for (const { resource, scopeSpans } of resourceSpans) {
    for (const { attributes, ...rest } of scopeSpans.flatMap(({ spans }) => spans)) {
      const names = { attributes: byName(attributes), resource: byName(resource.attributes) };
      received.push({ ...rest, ...names });
    }
  }
  return response.end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');
