import type { IncomingMessage } from 'node:http';
import { countBufferBytes } from '@/server/return-memory';

const AUTH_PATH = '/api/auth/';
const MAX_AUTH_BODY_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;
/** A connection may buffer as much before anything reads it, so this part of a body is always taken. */
const FREE_BYTES = 16 * 1024;
/** The rest of the bodies that are arriving, of signed-in sessions and of all others. */
const MAX_HELD_BYTES = 8 * MAX_BODY_BYTES;
/** Of one session or one address. */
const MAX_HELD_BYTES_PER_KEY = MAX_HELD_BYTES / 4;
/** A body that holds room and of which less arrives in this time is ended. */
const CHECK_EVERY_MS = 2_000;
const MIN_ARRIVED_BYTES = 32 * 1024;

export type BodyFailure = 'body_too_large' | 'body_memory_full' | 'body_too_slow' | 'client_gone';

/**
 * Reads whole bodies within limits of memory, so that an endless body never reaches the pages
 * process. Decision 0002 ("Why"): 60 bodies held open took 600 to 800 MB.
 */
export class BodyReader {
  readonly #shares = { session: new Share(), address: new Share() };

  async read(request: IncomingMessage, key: string): Promise<Buffer | BodyFailure> {
    const max = request.url?.startsWith(AUTH_PATH) ? MAX_AUTH_BODY_BYTES : MAX_BODY_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > max) return 'body_too_large';
    const body = new Body(this.#shares[key.startsWith('session ') ? 'session' : 'address'], key);
    let watch: NodeJS.Timeout | undefined;
    const slow = new Promise<'body_too_slow'>((resolve) => {
      watch = setInterval(() => body.isSlow() && resolve('body_too_slow'), CHECK_EVERY_MS);
    });
    const failure = await Promise.race([body.fill(request, max), slow]).finally(() => {
      clearInterval(watch);
      body.release();
    });
    return failure ?? body.bytes();
  }
}

/** Bytes that are held, in all and by key. */
class Share {
  readonly #perKey = new Map<string, number>();
  #totalBytes = 0;

  /** Returns false when there is no room. Negative bytes are given back. */
  take(key: string, bytes: number): boolean {
    const bytesOfKey = (this.#perKey.get(key) ?? 0) + bytes;
    this.#totalBytes += bytes;
    if (bytesOfKey === 0) this.#perKey.delete(key);
    else this.#perKey.set(key, bytesOfKey);
    return bytesOfKey <= MAX_HELD_BYTES_PER_KEY && this.#totalBytes <= MAX_HELD_BYTES;
  }
}

class Body {
  readonly #share: Share;
  readonly #key: string;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #heldBytes = 0;
  #checkedBytes = 0;
  #released = false;

  constructor(share: Share, key: string) {
    this.#share = share;
    this.#key = key;
  }

  async fill(request: IncomingMessage, max: number): Promise<BodyFailure | undefined> {
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        const failure = this.#add(Buffer.from(chunk), max);
        if (failure !== undefined) return failure;
      }
      return undefined;
    } catch {
      return 'client_gone';
    }
  }

  #add(bytes: Buffer, max: number): BodyFailure | undefined {
    // The rest of a body that was refused is still read.
    if (this.#released) return undefined;
    countBufferBytes(bytes.length);
    this.#size += bytes.length;
    if (this.#size > max) return 'body_too_large';
    const heldBytes = Math.max(0, this.#size - FREE_BYTES);
    const hasRoom = this.#share.take(this.#key, heldBytes - this.#heldBytes);
    this.#heldBytes = heldBytes;
    if (!hasRoom) return 'body_memory_full';
    this.#chunks.push(bytes);
    return undefined;
  }

  /** Tells whether too little has arrived since the last call. */
  isSlow(): boolean {
    const arrivedBytes = this.#size - this.#checkedBytes;
    this.#checkedBytes = this.#size;
    return this.#heldBytes > 0 && arrivedBytes < MIN_ARRIVED_BYTES;
  }

  release(): void {
    this.#released = true;
    this.#share.take(this.#key, -this.#heldBytes);
    this.#heldBytes = 0;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }
}
