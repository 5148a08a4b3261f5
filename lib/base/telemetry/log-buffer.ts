import { write, writeSync } from 'node:fs';
import { ProcessWide } from '@/lib/base/process/process-wide';

/** Lines wait this long for others, so that one write carries many. */
const FLUSH_MS = 20;
const RETRY_MS = 100;
/** About ten thousand lines. */
const MAX_BYTES = 4 * 1024 * 1024;
/** An ending process stops waiting for a reader that has read nothing for this long. */
const STUCK_MS = 1_000;

/**
 * Writes lines to a file descriptor without ever waiting for its reader: a collector that stops
 * reading must not stop lookups. Lines beyond {@link MAX_BYTES} are dropped and counted.
 * Decision 0004 says why it is not sonic-boom.
 */
export class LogBuffer {
  readonly #fd: number;
  #lines: string[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the write under way began. */
  #writingSince: number | undefined;
  #dropped = 0;
  #unreported = 0;
  /** Called with the number of lines dropped since the last call, once there is room again. */
  onRoom: ((dropped: number) => void) | undefined;

  constructor(fd: number) {
    this.#fd = fd;
    process.once('exit', () => this.#flushSync());
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#size + line.length > MAX_BYTES) {
      this.#dropped += 1;
      this.#unreported += 1;
      return;
    }
    this.#size += line.length;
    this.#lines.push(line);
    this.#schedule(FLUSH_MS);
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== undefined || this.#writingSince !== undefined) return;
    this.#timer = setTimeout(() => this.#flush(), delayMs).unref();
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#lines.length > 0) this.#send(Buffer.from(this.#take()));
  }

  #send(bytes: Buffer): void {
    this.#writingSince = performance.now();
    write(this.#fd, bytes, (error, written) => {
      const rest = bytes.subarray(error === null ? written : 0);
      if (error?.code === 'EAGAIN') setTimeout(() => this.#send(rest), RETRY_MS).unref();
      else if (error === null && rest.length > 0) this.#send(rest);
      else this.#sent();
    });
  }

  #sent(): void {
    this.#writingSince = undefined;
    this.#schedule(FLUSH_MS);
    const unreported = this.#unreported;
    this.#unreported = 0;
    if (unreported > 0) this.onRoom?.(unreported);
  }

  #take(): string {
    const text = this.#lines.join('');
    this.#lines = [];
    this.#size = 0;
    return text;
  }

  #flushSync(): void {
    const since = this.#writingSince;
    if (since !== undefined && performance.now() - since > STUCK_MS) return;
    try {
      writeSync(this.#fd, this.#take());
    } catch {
      // Nobody reads any more.
    }
  }
}

const shared = new ProcessWide<LogBuffer>('log');

/** Returns the process's standard output, which all its loggers share. */
export function standardOutput(): LogBuffer {
  const buffer = shared.get() ?? new LogBuffer(1);
  shared.set(buffer);
  return buffer;
}
