import { type PagesEnv, readPagesEnv } from './env';

let current: PagesEnv | undefined;

/** Returns the settings, which are read once. Throws `EnvError`. */
export function settings(): PagesEnv {
  current ??= readPagesEnv(process.env);
  return current;
}
