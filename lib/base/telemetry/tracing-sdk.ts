import { DiagLogLevel, diag } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION } from '@/lib/base/env/version';
import { createLogger, instanceName } from './log';
import { Tracing } from './tracing';

/** Exports spans to `OTEL_EXPORTER_OTLP_ENDPOINT` in the background; a full queue drops new ones. */
export function openTracing(): Tracing {
  logProblems();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'pasarela',
      'service.version': VERSION,
      'service.instance.id': instanceName(),
      'deployment.environment.name': process.env.APP_ENV ?? 'development',
    }),
    sampler: sampler(Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1)),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('pasarela', VERSION);
  return new Tracing(tracer, new W3CTraceContextPropagator(), () => provider.shutdown());
}

/**
 * Records the share `ratio` of the traces, whatever a client asks for: its flag must not decide what
 * we store. A batch is recorded with its members, to which it is linked.
 */
function sampler(ratio: number): Sampler {
  const byTrace = new TraceIdRatioBasedSampler(ratio);
  return {
    shouldSample: (context, traceId, _name, _kind, _attributes, links) =>
      links.length > 0
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : byTrace.shouldSample(context, traceId),
    toString: () => `Pasarela{${ratio}}`,
  };
}

function logProblems(): void {
  const log = createLogger();
  const problem = (msg: string) => log.warn({ event: 'library' }, msg);
  const silent = () => {};
  const logger = { error: problem, warn: problem, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, DiagLogLevel.WARN);
}
