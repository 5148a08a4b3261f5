/**
 * Runs once when Next starts. Under the server in front it publishes the compiled handlers for the
 * direct door; everywhere it stops a start whose environment is not right.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { openDoors } = await import('@/app/doors');
  openDoors();
}
