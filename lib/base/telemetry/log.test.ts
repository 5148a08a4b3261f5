import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { VERSION } from '@/lib/base/env/version';
import { captureConsole, createLogger, type Logger, logPlain } from './log';

/** Returns what the work logs. */
function linesOf(work: (log: Logger) => void): unknown[] {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  work(createLogger(sink));
  return lines.map((line) => JSON.parse(line));
}

it('logs the safe fields of an error and nothing that quotes a row', () => {
  const error = Object.assign(new Error('value too long'), {
    code: '22001',
    detail: 'Failing row contains (2456712340101)',
    parameters: ['2456712340101'],
  });
  expect(linesOf((log) => log.error({ event: 'lookup', err: error }))).toEqual([
    {
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'pasarela',
      version: VERSION,
      instance: expect.any(String),
      process: 'front',
      event: 'lookup',
      err: { type: 'Error', code: '22001', message: 'value too long', stack: error.stack },
    },
  ]);
});

it('writes plain values as pino does, and leaves out what is undefined', () => {
  const fields = {
    event: 'lookup',
    address: '"\u2028\n',
    cause: undefined,
    status: null,
    stepsMs: { source: 1.5 },
  };
  const [ours, pinos] = linesOf((log) => {
    logPlain(log, 'info', fields);
    log.info(fields);
  });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect({ ...Object(pinos), time }).toEqual({ ...Object(ours), time });
  expect(Object.keys(Object(ours))).toEqual(Object.keys(Object(pinos)));
});

it('removes personal data and secrets from what libraries print', () => {
  const original = { ...console };
  const secrets = [
    'ana.perez+x@example.gt',
    'ana%40example.gt',
    '$argon2id$v=19$m=19456,t=2,p=1$abc$def',
    'pas_live_AbC-123_xyz',
    '2456 71234 0101',
    '1234567-K',
  ];
  const error = new Error(`no row for ${secrets.join(', ')}`);
  const lines = linesOf((log) => {
    captureConsole(log);
    // biome-ignore lint/suspicious/noConsole: libraries print
    console.error('\u001b[31m⨯\u001b[0m failed for', secrets, error);
    // biome-ignore lint/suspicious/noConsole: libraries print
    console.log('%s is 42 years old', secrets[0]);
    Object.assign(console, original);
  });
  expect(lines).toMatchObject([
    { level: 'error', event: 'library', err: { type: 'Error' } },
    { level: 'info', event: 'library', msg: '[redacted] is 42 years old' },
  ]);
  const text = JSON.stringify(lines);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
