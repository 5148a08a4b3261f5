import { afterAll, expect, it, vi } from 'vitest';
import { connectSql } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { runPasarela } from '@/testing/command';
import { ownDatabase } from '@/testing/database';
import { plantRecords, recordOf } from '@/testing/records';

/** The whole audit log is checked. */
const { databaseUrl, sql, newIntegration } = await ownDatabase();
const owner = connectSql(ownerUrlOf(databaseUrl), { max: 1 });
const SECRET = 'only-for-this-test-0123456789-0123456789';
const REASON = ['--reveal', '--reason', 'asked by the authority'];

vi.stubEnv('APP_ENV', 'development');
vi.stubEnv('DATABASE_URL', databaseUrl);
vi.stubEnv('IDENTIFIERS_KEY', SECRET);
afterAll(() => {
  vi.unstubAllEnvs();
  return owner.end();
});

const { id: integrationId, nombre } = await newIntegration({ saldo: 0n });
const nits = ['48217638', '700154\u202e1'];
const record = recordOf({ lookup: 'renap', charged: 0n, integrationId });
const { box: identifiers, keys } = new IdentifierVault([SECRET]).seal({ nits }, record.id);
await plantRecords(sql, [{ ...record, identifiers, identifierKeys: keys }]);

const reveals = () => sql`
  SELECT after FROM audit_log WHERE action = 'query.export_identifiers'`;

it('queries masks identifiers, and shows them for a reason that the audit log keeps', async () => {
  const masked = await runPasarela('queries', nombre, '--json');
  expect(JSON.parse(masked.out)).toMatchObject([
    { identificadores: { nits: ['●●●638', '●●●4⟨U+202E⟩1'] } },
  ]);
  expect((await runPasarela('queries', nombre)).out).not.toContain('48217638');
  expect(await reveals()).toEqual([]);

  for (const more of [['--reveal'], ['--reveal', '--reason', '.']]) {
    const refused = await runPasarela('queries', nombre, ...more);
    expect(refused).toMatchObject({ code: 1, out: '' });
  }
  const whole = await runPasarela('queries', nombre, '--json', ...REASON);
  expect(JSON.parse(whole.out)).toMatchObject([
    { identificadores: { nits: ['48217638', '700154\u202e1'] } },
  ]);
  expect((await runPasarela('queries', nombre, ...REASON)).out).toContain('700154⟨U+202E⟩1');
  const after = { purpose: 'other', reason: 'asked by the authority' };
  expect(await reveals()).toEqual([{ after }, { after }]);
});

it('ledger verify names an audit row that was changed by somebody without the key', async () => {
  const right = await runPasarela('ledger', 'verify');
  expect(right).toMatchObject({ code: 0, out: expect.stringContaining('audit log is right') });
  const [, head = ''] = /the newest ([0-9a-f]{16})/.exec(right.out) ?? [];
  expect(await runPasarela('ledger', 'verify', '--head', head)).toMatchObject({ code: 0 });
  const lost = await runPasarela('ledger', 'verify', '--head', head, 'f'.repeat(16));
  expect(lost).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${'f'.repeat(16)}: missing`),
  });
  const [row] = await owner.begin(async (tx) => {
    await tx`ALTER TABLE audit_log DISABLE TRIGGER USER`;
    const changed = await tx<{ id: bigint }[]>`
      UPDATE audit_log SET actor = 'cli:somebody-else'
      WHERE action = 'query.export_identifiers' RETURNING id`;
    await tx`ALTER TABLE audit_log ENABLE TRIGGER USER`;
    return changed;
  });
  const wrong = await runPasarela('ledger', 'verify', '--json');
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.out)).toMatchObject({
    ok: false,
    problems: [],
    audit: { problems: expect.arrayContaining([{ id: String(row?.id), rule: 'broken' }]) },
  });
});
