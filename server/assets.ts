import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { type Compressed, compress, ENCODINGS, sendCompressed } from './compressed';

/** Serves the scripts and styles of a build, compressed once at build time. */

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

interface Asset extends Compressed {
  readonly type: string;
}

/** Assets by URL path. */
export type Assets = ReadonlyMap<string, Asset>;

async function assetFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Puts a compressed copy of each script and style beside it: `x.js.br`, `x.js.gzip`. */
export async function compressAssets(folder: string): Promise<void> {
  for (const file of await assetFiles(folder)) {
    const { bodies } = await compress(await readFile(file));
    await Promise.all(
      ENCODINGS.map((encoding) => writeFile(`${file}.${encoding}`, bodies[encoding])),
    );
  }
}

/** Reads the compressed assets of a build, to be served under `base`. */
export async function loadAssets(folder: string, base: string): Promise<Assets> {
  const assets = new Map<string, Asset>();
  const files = await assetFiles(folder).catch(() => []);
  for (const file of files) {
    const read = (encoding: string) => readFile(`${file}.${encoding}`).catch(() => undefined);
    const [br, gzip] = await Promise.all([read('br'), read('gzip')]);
    const type = TYPES[extname(file)];
    if (br === undefined || gzip === undefined || type === undefined) continue;
    const path = relative(folder, file).split(sep).join('/');
    assets.set(`${base}/${path}`, { type, identity: undefined, bodies: { br, gzip } });
  }
  return assets;
}

/** Finds the asset that a request asks for. */
export function assetOf(assets: Assets, { method, url }: IncomingMessage): Asset | undefined {
  return method === 'GET' ? assets.get(url?.split('?', 1)[0] ?? '') : undefined;
}

/** Sends an asset. Returns false when the client accepts none of its encodings. */
export function serveAsset(
  asset: Asset,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const headers = {
    'content-type': asset.type,
    'cache-control': 'public, max-age=31536000, immutable',
    // The sandboxed frame of the API reference has no origin, but loads them too.
    'cross-origin-resource-policy': 'cross-origin',
  };
  return sendCompressed(asset, headers, request, response);
}
