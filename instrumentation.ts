/** Runs once when Next starts: a start with a wrong environment must end, not answer errors. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startTracing } = await import('@/lib/start-tracing');
  await startTracing();
  const { startApp } = await import('@/app/start');
  startApp();
}
