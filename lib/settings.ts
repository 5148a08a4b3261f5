import { type PagesEnv, readPagesEnv } from './env';

let current: PagesEnv | undefined;

/** Returns the settings, read once. A process without lookups has no sources. Throws `EnvError`. */
export function settings(): PagesEnv {
  current ??= readPagesEnv(process.env);
  return current;
}
