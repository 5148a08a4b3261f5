import { sharedTracing } from './tracing';

/** Loads OpenTelemetry's SDK if traces are exported. Only processes with lookups make spans. */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, PASARELA_SERVES } = process.env;
  if (!OTEL_EXPORTER_OTLP_ENDPOINT || PASARELA_SERVES === 'pages') return;
  const { openTracing } = await import('./tracing-sdk');
  sharedTracing.set(openTracing());
}
