import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/** Folder for development data that outlives a start: embedded database and generated secrets. */
export const dataFolder = resolve(process.env.PASARELA_DATA || join(projectRoot, '.data'));

/** Environment variable with the path of the pages process's socket. */
export const PAGES_SOCKET = 'PASARELA_PAGES_SOCKET';
