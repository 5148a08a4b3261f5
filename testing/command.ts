import { vi } from 'vitest';
import { runCommand } from '@/cli/program';

export interface Ending {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `pasarela` in development on this database. */
export async function runPasarelaOn(databaseUrl: string, ...args: string[]): Promise<Ending> {
  vi.stubEnv('APP_ENV', 'development');
  vi.stubEnv('DATABASE_URL', databaseUrl);
  return await runPasarela(...args).finally(() => vi.unstubAllEnvs());
}

/** Runs `pasarela` with these arguments in this process. */
export async function runPasarela(...args: string[]): Promise<Ending> {
  let out = '';
  let err = '';
  const collect = (stream: NodeJS.WriteStream, add: (text: string) => void) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      add(String(chunk));
      return true;
    });
  const spies = [
    collect(process.stdout, (text) => (out += text)),
    collect(process.stderr, (text) => (err += text)),
  ];
  await runCommand(args);
  for (const spy of spies) spy.mockRestore();
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { code, out, err };
}
