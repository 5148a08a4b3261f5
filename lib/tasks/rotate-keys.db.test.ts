import { and, eq, sql as raw } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '@/db/client';
import { noticeTargets, queryRecords, sealingKeys, users } from '@/db/schema/index';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import { registeredKeys } from '@/lib/keys/sealing-keys';
import { SEALED_SECRETS, sealSecret } from '@/lib/notices/secrets';
import { conditionsOf } from '@/lib/recording/filter';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { SEALED_SECRETS as SEALED_FACTORS } from '@/lib/users/second-factor';
import { settlementOf } from '@/testing/billing';
import { runPasarela } from '@/testing/command';
import { ownDatabase } from '@/testing/database';
import { everything } from '@/testing/scope';
import { createTestUser } from '@/testing/users';
import { identifierKeyring, keyProblems, noticeKeyring, secondFactorKeyring } from './keyrings';
import { rotateKeys } from './rotate-keys';

/** The keys are those of the whole database. */
const { databaseUrl, db, sql, settle, holdOf, newIntegration } = await ownDatabase();
const { id: integrationId } = await newIntegration({ saldo: 10n ** 12n });

const OLD = 'the key before the rotation of tests';
const NEW = 'the key after the rotation of tests!';
const old = identifierKeyring([OLD]);
const both = identifierKeyring([NEW, OLD]);
const fresh = identifierKeyring([NEW]);
const rotated = new IdentifierVault([NEW, OLD]);
const NIT = '48217638';
/** More than one slice of a rotation. */
const RECORDS = everything ? 12_000 : 5_500;

beforeEach(async () => {
  await db.delete(sealingKeys);
  await db.delete(queryRecords);
  await db.update(users).set({ totpSecret: null });
});

/** Reserves a query as an instance with these keys does. */
function reserved(vault: IdentifierVault, nit = NIT) {
  const queryId = uuidv7();
  const identifiers = vault.seal({ nit }, queryId);
  return holdOf(integrationId, { queryId, identifiers });
}

async function asked(vault: IdentifierVault, nit = NIT): Promise<string> {
  const hold = await reserved(vault, nit);
  await settle(settlementOf(hold));
  return hold.queryId;
}

/** Writes many records under the old key. */
async function askedBefore(records: number): Promise<void> {
  const vault = new IdentifierVault([OLD]);
  const ids = Array.from({ length: records }, () => uuidv7());
  const boxes = ids.map((id) => vault.seal({ nit: NIT }, id).box.toString('hex'));
  await sql`
    INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
      responsible, charged, identifiers, identifier_keys, request_id, created_at)
    SELECT id, ${integrationId}, 1, 'renap', 'completada', 200, 'found', 'nobody', 0,
      decode(box, 'hex'), ${`{${vault.keysOf(NIT).join(',')}}`}::text::bigint[], 'r',
      clock_timestamp()
    FROM unnest(${ids}::uuid[], ${boxes}::text[]) AS r(id, box)`;
}

async function found(vault: IdentifierVault, nit = NIT): Promise<number> {
  return db.$count(queryRecords, and(...conditionsOf({ identifierKeys: vault.keysOf(nit) })));
}

async function opened(vault: IdentifierVault): Promise<number> {
  const rows = await db.select().from(queryRecords);
  return rows.filter(({ id, identifiers }) => identifiers && vault.open(identifiers, id)).length;
}

/** Runs `keys` with these variables alone, and parses its output. */
async function keysCommand(name: string, variables: Readonly<Record<string, string>>) {
  const given = { APP_ENV: 'development', DATABASE_URL: databaseUrl, ...variables };
  for (const [variable, value] of Object.entries(given)) vi.stubEnv(variable, value);
  const { code, out, err } = await runPasarela('keys', name, '--json');
  vi.unstubAllEnvs();
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

/** Makes all registered keys look as if no instance had used them for a while. */
function setAside() {
  return db.update(sealingKeys).set({ usedAt: raw`clock_timestamp() - interval '1 hour'` });
}

const idsOf = async (purpose: 'identifiers' | 'second_factors') =>
  (await registeredKeys(db, purpose)).map(({ keyId }) => keyId);

describe('a rotation', () => {
  it('finds and opens every record before, during and after it, while lookups write', async () => {
    await askedBefore(RECORDS);
    for (let n = 0; n < 100; n += 1) await asked(new IdentifierVault([OLD]));
    expect(await keyProblems(db, [old])).toEqual([]);
    expect(await keyProblems(db, [both])).toEqual([]);
    await setAside();

    const state = { records: RECORDS + 100, done: false, looks: 0 };
    const lookups = async () => {
      while (!state.done) {
        await asked(rotated, '99');
        expect(await found(rotated)).toBe(state.records);
        state.looks += 1;
      }
    };
    const writing = lookups();
    const rotation = await rotateKeys(db, both);
    state.done = true;
    await writing;
    expect(state.looks).toBeGreaterThan(2);
    const [keyId = ''] = old.keyIds;
    expect(rotation).toEqual({
      purpose: 'identifiers',
      resealed: state.records,
      locked: 0,
      retired: [keyId],
      inUse: [],
    });
    const after = new IdentifierVault([NEW]);
    expect(await found(after)).toBe(state.records);
    expect(await found(after, '99')).toBe(state.looks);
    expect(await opened(after)).toBe(state.records + state.looks);
    expect(await keyProblems(db, [fresh])).toEqual([]);
    expect(await rotateKeys(db, fresh)).toMatchObject({ resealed: 0, retired: [] });
  });

  it('goes on where one that died has ended', async () => {
    await askedBefore(RECORDS);
    await keyProblems(db, [both]);
    const dying = connectDatabase(databaseUrl, { max: 1 });
    const ending = expect(rotateKeys(dying, both)).rejects.toThrow();
    const after = new IdentifierVault([NEW]);
    await expect.poll(() => found(after), { timeout: 20_000 }).toBeGreaterThan(0);
    await dying.$client.end({ timeout: 0 });
    await ending;
    const left = RECORDS - (await found(after));
    expect(await rotateKeys(db, both)).toMatchObject({ resealed: left, locked: 0 });
    expect(await found(after)).toBe(RECORDS);
  });

  it('keeps a key that an instance uses, or that a query under way is sealed with', async () => {
    await keyProblems(db, [old]);
    await keyProblems(db, [both]);
    expect(await rotateKeys(db, both)).toMatchObject({ retired: [], inUse: old.keyIds });
    await setAside();
    const hold = await reserved(new IdentifierVault([OLD]));
    expect(await rotateKeys(db, both)).toMatchObject({ retired: [], inUse: old.keyIds });
    await settle(settlementOf(hold));
    expect(await rotateKeys(db, both)).toMatchObject({ resealed: 1, retired: old.keyIds });
  });

  it('refuses a first key that no instance seals with', async () => {
    await keyProblems(db, [old]);
    const id = await asked(new IdentifierVault([OLD]));
    expect(await rotateKeys(db, both)).toBeUndefined();
    const [row] = await db.select().from(queryRecords).where(eq(queryRecords.id, id));
    expect(new IdentifierVault([OLD]).open(row?.identifiers ?? Buffer.of(), id)).toEqual({
      nit: NIT,
    });
  });

  it('keeps the digest of a value that was stored shortened', async () => {
    await keyProblems(db, [both]);
    const long = '7'.repeat(100);
    await asked(new IdentifierVault([OLD]), long);
    expect(await rotateKeys(db, both)).toMatchObject({ resealed: 1 });
    expect(await found(rotated, long)).toBe(1);
  });

  it('seals second factors and secrets of webhooks under their own key, from the command line', async () => {
    const earlier = 'the earlier secret of second factors';
    const { id } = await createTestUser(db);
    const factors = new SecretBox([earlier], SEALED_FACTORS);
    const totpSecret = factors.seal('JBSWY3DPEHPK3PXP', String(id));
    await db.update(users).set({ totpSecret }).where(eq(users.id, id));
    expect(await keyProblems(db, [secondFactorKeyring([NEW, earlier])])).toEqual([]);
    const target = { integrationId: null, address: 'https://example.gt/hook' };
    const earlierBox = new SecretBox([earlier], SEALED_SECRETS);
    const secret = sealSecret(earlierBox, target, 'whsec_AAAA');
    await db.insert(noticeTargets).values({
      ...target,
      channel: 'webhook',
      secret,
      state: 'active',
      createdBy: 'tests',
    });
    expect(await keyProblems(db, [noticeKeyring([NEW, earlier])])).toEqual([]);
    await keyProblems(db, [both]);
    await setAside();

    const variables = { IDENTIFIERS_KEY: NEW, SECOND_FACTOR_KEY: `${NEW},${earlier}` };
    const out = await keysCommand('rotate', variables);
    const [, earlierFactor = ''] = secondFactorKeyring([NEW, earlier]).keyIds;
    const [, earlierHook = ''] = noticeKeyring([NEW, earlier]).keyIds;
    expect(out).toEqual([
      { purpose: 'identifiers', resealed: 0, locked: 0, retired: [], inUse: [] },
      { purpose: 'second_factors', resealed: 1, locked: 0, retired: [earlierFactor], inUse: [] },
      { purpose: 'notices', resealed: 1, locked: 0, retired: [earlierHook], inUse: [] },
    ]);
    const alone = [secondFactorKeyring([NEW]), noticeKeyring([NEW])];
    expect(await keyProblems(db, alone)).toEqual([]);
    const [audited] = await sql`
      SELECT action, target FROM audit_log ORDER BY id DESC LIMIT 1`;
    expect(audited).toEqual({ action: 'keys.rotate', target: 'notices' });
  });
});

describe('a start', () => {
  const stranger = identifierKeyring(['a key that never sealed anything here']);
  const lacks = (ids: readonly string[]) =>
    `IDENTIFIERS_KEY lacks the key ${ids.join()}, under which values are sealed: add the earlier` +
    " secret at the list's end (if it is lost: pasarela keys accept)";

  it('is refused with another key, and leaves no trace of it', async () => {
    await keyProblems(db, [old]);
    await asked(new IdentifierVault([OLD]));
    expect(await keyProblems(db, [stranger])).toEqual([lacks(old.keyIds)]);
    expect(await keyProblems(db, [fresh])).toEqual([lacks(old.keyIds)]);
    expect(await keyProblems(db, [both])).toEqual([]);
    expect(await keyProblems(db, [old])).toEqual([lacks(fresh.keyIds)]);
  });

  it('is refused over values that it cannot open, even when no key is registered', async () => {
    await askedBefore(1);
    expect(await keyProblems(db, [stranger])).toEqual([
      "IDENTIFIERS_KEY opens no stored value: add the earlier secret at the list's end (if it is lost: pasarela keys accept)",
    ]);
    expect(await idsOf('identifiers')).toEqual([]);
    expect(await keyProblems(db, [both])).toEqual([]);
    expect(new Set(await idsOf('identifiers'))).toEqual(new Set(both.keyIds));
  });

  it('may change a key under which nothing is sealed', async () => {
    await keyProblems(db, [old]);
    expect(await keyProblems(db, [stranger])).toEqual([]);
    expect(await idsOf('identifiers')).toEqual(stranger.keyIds);
  });

  it('goes on without a lost key once somebody accepts that', async () => {
    await keyProblems(db, [old]);
    await asked(new IdentifierVault([OLD]));
    const out = await keysCommand('accept', { IDENTIFIERS_KEY: NEW });
    expect(out).toEqual([{ purpose: 'identifiers', keyId: old.keyIds[0] }]);
    expect(await keyProblems(db, [fresh])).toEqual([]);
    await setAside();
    expect(await rotateKeys(db, fresh)).toMatchObject({ resealed: 0, locked: 1 });
  });
});
