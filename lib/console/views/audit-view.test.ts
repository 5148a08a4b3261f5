import { expect, it } from 'vitest';
import type { AuditRow } from '@/lib/audit/list';
import { auditPath, auditQuerySchema, filterOf, withoutRepeats } from './audit-view';

const row = (id: bigint, changes: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: new Date(Number(id) * 60_000),
  actor: 'ana@pasarela.example',
  action: 'session.sign_in',
  target: 'ana@pasarela.example',
  integrationId: null,
  before: null,
  after: null,
  link: null,
  address: '192.0.2.1',
  ...changes,
});

it('rows that follow one another and say the same become one', () => {
  const rows = [row(5n), row(4n), row(3n, { address: '192.0.2.2' }), row(2n)];
  expect(withoutRepeats(rows).map(({ id, times, first }) => [id, times, first.getTime()])).toEqual([
    [5n, 2, 240_000],
    [3n, 1, 180_000],
    [2n, 1, 120_000],
  ]);
});

it('hides sign-ins by a filter that the path keeps', () => {
  const query = auditQuerySchema.parse({ signIns: 'hidden' });
  const { actions = [] } = filterOf(query, new Date());
  expect(actions).toContain('integration.create');
  expect(actions).toContain('session.reject');
  expect(actions).not.toContain('session.sign_in');
  expect(auditPath(query)).toBe('/console/audit?signIns=hidden');
});
