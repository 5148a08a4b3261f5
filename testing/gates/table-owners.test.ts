import { expect, it } from 'vitest';
import { problemsOf, writtenTables } from './table-owners';

it('finds writes in SQL text and in calls of the query builder', () => {
  expect(
    writtenTables('sql`WITH x AS (UPDATE accounts a SET saldo = 1) DELETE FROM holds`'),
  ).toEqual(['accounts', 'holds']);
  expect(writtenTables('tx\n.insert(auditLog)')).toEqual(['audit_log']);
  expect(writtenTables('`SELECT FROM users FOR UPDATE`; hash.update(users.name)')).toEqual([]);
});

it('refuses a write to a table of another module, and an exception that nobody uses', () => {
  expect(problemsOf('lib/console/x.ts', 'db.update(users)')).toHaveLength(1);
  expect(problemsOf('lib/users/x.ts', 'db.update(users)')).toEqual([]);
  expect(problemsOf('lib/billing/settle.ts', '')).toHaveLength(2);
});
