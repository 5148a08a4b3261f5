import pino from 'pino';

/**
 * Logs structured JSON lines on standard output. Each call chooses its fields: never log a token, a
 * source's credential or a full identifier.
 */
export type Logger = pino.Logger;

/** Picks safe fields of an error: PostgreSQL's `detail` quotes rows, which hold identifiers. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, ...code, message: error.message, stack: error.stack };
}

export function createLogger(destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
