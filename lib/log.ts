import { format, stripVTControlCharacters } from 'node:util';
import pino from 'pino';

/**
 * Logs structured JSON lines on standard output. Each call chooses its fields: never log a token, a
 * source's credential or a full identifier.
 */
export type Logger = pino.Logger;

/** Picks safe fields of an error. A library's own fields may hold what was sent to it. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const { name, message, stack } = error;
  return { type: name, ...code, message: redact(message), stack: stack && redact(stack) };
}

/** Parts of a text that we did not write which no log may hold. */
const SECRETS = [
  /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, // e-mail address
  /\$argon2[^\s"',]+/g,
  /\bpas_(?:dev|live)_[\w-]+/g,
  /\beyJ[\w-]+\.[\w.-]+/g, // signed cookie
  /\b\d(?:[ -]?\d){6,}[kK]?\b/g, // NIT or CUI
];

function redact(text: string): string {
  return SECRETS.reduce((rest, secret) => rest.replace(secret, '[redacted]'), text);
}

export function createLogger(destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    // Under its own key `err`, pino would repeat the message as `msg`, without our serializer.
    errorKey: 'error',
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const CONSOLE_LEVELS = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/** Sends what libraries print, such as Next's report of a failed page, to the log. */
export function captureConsole(log: Logger): void {
  for (const [method, level] of Object.entries(CONSOLE_LEVELS)) {
    const write = (...printed: unknown[]) => {
      const err = printed.find((part) => part instanceof Error);
      const texts = printed.filter((part) => !(part instanceof Error));
      const msg = redact(stripVTControlCharacters(format(...texts))).trim();
      log[level]({ event: 'library', ...(err && { err }) }, msg);
    };
    Reflect.set(console, method, write);
  }
}
