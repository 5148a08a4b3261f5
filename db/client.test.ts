import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { isRefusedStatement } from './client';
import { databaseError } from './errors';

function reported(severity: string, code: string): Error {
  const fields = { severity, code, message: code };
  return databaseError(Object.assign(new postgres.PostgresError(code), fields));
}

describe('an error of the database', () => {
  it.each([
    ['a constraint', 'ERROR', '23505', true],
    ['a lock that took too long', 'ERROR', '55P03', true],
    ['a statement that took too long', 'ERROR', '57014', true],
    ['a session ended by an administrator', 'FATAL', '57P01', false],
    ['a server that crashed', 'WARNING', '57P02', false],
    ['a server that cannot write its log', 'PANIC', '58030', false],
    ['a server without space for its log', 'PANIC', '53100', false],
    ['a pooler that lost the server', 'ERROR', '08006', false],
  ])(
    'leaves no doubt about the statement only when the server refused it: %s',
    (_, severity, code, refused) => {
      expect(isRefusedStatement(reported(severity, code))).toBe(refused);
    },
  );

  it('is in doubt when the server said nothing', () => {
    expect(isRefusedStatement(databaseError(new Error('CONNECTION_CLOSED')))).toBe(false);
  });
});
