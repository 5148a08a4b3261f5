import pino from 'pino';

/**
 * Structured JSON lines on standard output. What goes in is chosen field by field where it is
 * logged: never a token, a source's credential or a full identifier.
 */
export type Logger = pino.Logger;

export function createLogger(): Logger {
  return pino({
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
