import type { IncomingMessage } from 'node:http';
import { countBufferBytes } from '@/server/return-memory';

const AUTH_PATH = '/api/auth/';
const MAX_AUTH_BODY_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;
/** Bytes of bodies that are still arriving, per key and in all. */
const MAX_HELD_BYTES_PER_KEY = 4 * MAX_BODY_BYTES;
const MAX_HELD_BYTES = 8 * MAX_BODY_BYTES;

export type BodyFailure = 'body_too_large' | 'body_memory_full' | 'client_gone';

/**
 * Reads whole bodies within limits of memory, so that an endless body never reaches the pages
 * process.
 */
export class BodyReader {
  readonly #heldBytes = new Map<string, number>();
  #totalBytes = 0;

  async read(request: IncomingMessage, key: string): Promise<Buffer | BodyFailure> {
    const max = request.url?.startsWith(AUTH_PATH) ? MAX_AUTH_BODY_BYTES : MAX_BODY_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > max) return 'body_too_large';
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        const bytes = Buffer.from(chunk);
        size += bytes.length;
        countBufferBytes(bytes.length);
        this.#hold(key, bytes.length);
        if (size > max) return 'body_too_large';
        if (this.#isFull(key)) return 'body_memory_full';
        chunks.push(bytes);
      }
    } catch {
      return 'client_gone';
    } finally {
      this.#hold(key, -size);
    }
    return Buffer.concat(chunks, size);
  }

  #hold(key: string, bytes: number): void {
    this.#totalBytes += bytes;
    const bytesOfKey = (this.#heldBytes.get(key) ?? 0) + bytes;
    if (bytesOfKey === 0) this.#heldBytes.delete(key);
    else this.#heldBytes.set(key, bytesOfKey);
  }

  #isFull(key: string): boolean {
    const ofKey = this.#heldBytes.get(key) ?? 0;
    return ofKey > MAX_HELD_BYTES_PER_KEY || this.#totalBytes > MAX_HELD_BYTES;
  }
}
