import { type Env, readEnv } from './env';

let current: Env | undefined;

/** The settings of this process, read from the environment once. Throws `EnvError`. */
export function settings(): Env {
  current ??= readEnv(process.env);
  return current;
}
