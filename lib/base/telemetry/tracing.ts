import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ProcessWide } from '@/lib/base/process/process-wide';

/** Headers of a request, as far as traces read them. */
interface Carrier {
  get(name: string): string | null;
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** Returns the trace that a client's `traceparent` (W3C) names. */
export function traceIdOf(headers: Carrier): string | undefined {
  const traceparent = headers.get('traceparent');
  return traceparent === null ? undefined : TRACEPARENT.exec(traceparent)?.[1];
}

/** Makes the spans of lookups. Exists only when traces are exported. */
export class Tracing {
  readonly #tracer: Tracer;
  readonly #propagator: TextMapPropagator;
  readonly close: () => Promise<void>;

  constructor(tracer: Tracer, propagator: TextMapPropagator, close: () => Promise<void>) {
    this.#tracer = tracer;
    this.#propagator = propagator;
    this.close = close;
  }

  /** Starts the span of a request, in the trace of the client if it names one. */
  startRequest(name: string, headers: Carrier, attributes: Attributes): Span {
    const getter = {
      keys: () => [],
      get: (from: Carrier, key: string) => from.get(key) ?? undefined,
    };
    const context = this.#propagator.extract(ROOT_CONTEXT, headers, getter);
    return this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, context);
  }

  /** Starts the span of a call to a source. Returns the headers that pass it on. */
  startCall(parent: Span, name: string): { span: Span; headers: Record<string, string> } {
    const within = trace.setSpan(ROOT_CONTEXT, parent);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT }, within);
    const headers: Record<string, string> = {};
    this.#propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, {
      set: (carrier, key, value) => {
        carrier[key] = value;
      },
    });
    return { span, headers };
  }

  /** Starts the span of a shared statement: a trace of its own, linked with those of its members. */
  startBatch(name: string, members: readonly (Span | undefined)[]): Span | undefined {
    const recorded = members.filter((member) => member?.isRecording() === true);
    if (recorded.length === 0) return undefined;
    const links = recorded.flatMap((member) => member?.spanContext() ?? []);
    const span = this.#tracer.startSpan(name, {
      kind: SpanKind.CLIENT,
      root: true,
      links: links.map((context) => ({ context })),
      attributes: { 'db.system.name': 'postgresql', 'pasarela.batch.size': members.length },
    });
    for (const member of recorded) member?.addLink({ context: span.spanContext() });
    return span;
  }
}

/** Ends a span, and marks it failed when there is a cause. */
export function endSpan(span: Span, attributes: Attributes, cause?: string): void {
  span.setAttributes(attributes);
  if (cause !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: cause });
  span.end();
}

/** The tracing of this process, if traces are exported. */
export const sharedTracing = new ProcessWide<Tracing>('tracing');
