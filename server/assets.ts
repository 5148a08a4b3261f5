import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * Scripts and styles of a build. They are compressed once, when it is made, and sent that way: a
 * quarter of the bytes, at no cost per request. Their names change with their content.
 */

const encodings = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;
type Encoding = keyof typeof encodings;
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

interface Asset {
  readonly type: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** By the path under which a browser asks for it. */
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
    const plain = await readFile(file);
    const write = async (encoding: Encoding) =>
      writeFile(`${file}.${encoding}`, await encodings[encoding](plain));
    await Promise.all(ENCODINGS.map(write));
  }
}

/** The assets of a build that have their copies, to be served under `base`. */
export async function loadAssets(folder: string, base: string): Promise<Assets> {
  const assets = new Map<string, Asset>();
  const files = await assetFiles(folder).catch(() => []);
  for (const file of files) {
    const read = (encoding: Encoding) => readFile(`${file}.${encoding}`).catch(() => undefined);
    const [br, gzipped] = await Promise.all([read('br'), read('gzip')]);
    const type = TYPES[extname(file)];
    if (br === undefined || gzipped === undefined || type === undefined) continue;
    const path = relative(folder, file).split(sep).join('/');
    assets.set(`${base}/${path}`, { type, bodies: { br, gzip: gzipped } });
  }
  return assets;
}

/** Answers a request for one of the assets; false when it is for somebody else to answer. */
export function serveAsset(
  assets: Assets,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET') return false;
  const asset = assets.get(request.url?.split('?', 1)[0] ?? '');
  const encoding = asset && acceptedEncoding(request.headers['accept-encoding']);
  if (asset === undefined || encoding === undefined) return false;
  const body = asset.bodies[encoding];
  response
    .writeHead(200, {
      'content-type': asset.type,
      'content-encoding': encoding,
      'content-length': body.length,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    .end(body);
  return true;
}

/** Ours in the order in which we like them best; one that is weighted at all is left to Next. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim());
  return ENCODINGS.find((encoding) => accepted.includes(encoding));
}
