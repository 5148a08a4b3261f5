import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger } from './log';

it('logs the safe fields of an error and nothing that quotes a row', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const error = Object.assign(new Error('value too long'), {
    code: '22001',
    detail: 'Failing row contains (2456712340101)',
    parameters: ['2456712340101'],
  });
  createLogger(sink).error({ event: 'lookup', err: error });
  expect(JSON.parse(lines.join(''))).toEqual({
    level: 'error',
    time: expect.any(String),
    event: 'lookup',
    msg: 'value too long',
    err: { type: 'Error', code: '22001', message: 'value too long', stack: error.stack },
  });
});
