import { type PagesEnv, readPagesEnv } from './env';

let current: PagesEnv | undefined;

/**
 * Returns the settings of this process, read from the environment once. A process that serves pages
 * only has no sources. Throws `EnvError`.
 */
export function settings(): PagesEnv {
  current ??= readPagesEnv(process.env);
  return current;
}
