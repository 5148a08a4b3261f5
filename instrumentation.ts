/** Runs once when Next starts. A wrong environment ends the start, instead of failing requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startTracing } = await import('@/lib/base/telemetry/start-tracing');
  await startTracing();
  const { startApp } = await import('@/app/start');
  startApp();
}
