import { randomBytes } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { auditLog, queryRecords } from '@/db/schema/index';
import { Permit } from '@/lib/access/permit';
import { actorsWith } from '@/lib/audit/count';
import { MINUTE_MS } from '@/lib/base/time/time';
import { sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import { plantRecords, recordOf } from '@/testing/records';
import { conditionsOf } from './filter';
import { findQueryRecord } from './find';
import { IdentifierVault } from './identifiers';
import { sameIdentifier, sameIntegration } from './neighbours';
import { reveal as revealVerb } from './reveal';
import { searchIdentifier } from './search-identifier';

const { db, sql, newIntegration } = sharedDatabase();
const SECRET = 'a secret of at least thirty-two characters';
const vault = new IdentifierVault([SECRET]);
const by = { actor: 'soporte@pasarela.example', address: '192.0.2.1' };
const permit = Permit.signedIn<'query.reveal'>(by.actor, by.address);

/** Free of charge, so that no ledger misses an entry. */
const FREE = { lookup: 'renap', charged: 0n };

const integration = await newIntegration();

const WHY = 'to answer the integrator';

/** The id of a query for this NIT. */
async function asked(nit: string, sealer = vault): Promise<string> {
  const id = uuidv7();
  const { box: identifiers, keys: identifierKeys } = sealer.seal({ nit }, id);
  const sealed = { id, identifiers, identifierKeys };
  await plantRecords(sql, [recordOf({ ...FREE, integrationId: integration.id, ...sealed })]);
  return id;
}

interface RevealOptions {
  readonly opener?: IdentifierVault;
  readonly as?: typeof permit;
  readonly perDay?: number;
}

function reveal(id: string, note: string, options: RevealOptions = {}) {
  const { opener = vault, as = permit, perDay = 1_000 } = options;
  const ctx = { permit: as, vault: opener, perDay };
  return db.transaction((tx) => revealVerb({ ...ctx, tx }, { id, purpose: 'integrator', note }));
}

describe('one record', () => {
  it('is found by its id, with the name of its integration', async () => {
    const id = await asked('48217638');
    expect(await findQueryRecord(db, vault, id)).toMatchObject({
      id,
      nombre: integration.nombre,
      identifiers: [{ kind: 'nit', masked: '●●●638' }],
    });
    expect(await findQueryRecord(db, vault, id.toUpperCase())).toMatchObject({ id });
  });

  it('is found by an id that tells another time, or none', async () => {
    const old = recordOf({
      ...FREE,
      integrationId: integration.id,
      createdAt: new Date('2024-02-29T12:00:00Z'),
    });
    const moved = { ...old, id: recordOf().id };
    const timeless = { ...old, id: uuidv4() };
    await plantRecords(sql, [old, moved, timeless]);
    for (const { id } of [old, moved, timeless]) {
      expect(await findQueryRecord(db, vault, id)).toMatchObject({ id, createdAt: old.createdAt });
    }
  });

  it('is not there for anything else', async () => {
    for (const id of [uuidv4(), recordOf().id, 'not an id', '', "'; --"]) {
      expect(await findQueryRecord(db, vault, id)).toBeUndefined();
    }
  });
});

describe('revealing what was asked', () => {
  it('opens it for a reason, which stays in the audit log without the identifier', async () => {
    const id = await asked('7001541');
    expect(await reveal(id, 'El integrador lo confirmó')).toMatchObject({
      identifiers: [{ kind: 'nit', value: '7001541' }],
    });
    const [row] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.integrationId, integration.id))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(row).toMatchObject({
      ...by,
      action: 'query.reveal',
      target: integration.nombre,
      before: null,
      after: { query: id, purpose: 'integrator', reason: 'El integrador lo confirmó' },
    });
    expect(JSON.stringify(row, (_, value) => String(value))).not.toContain('7001541');
  });

  it('needs a reason, a record, an identifier that is still there and its key', async () => {
    const id = await asked('7001541');
    for (const note of ['', '.', ' nine char         ']) {
      await expect(reveal(id, note)).rejects.toMatchObject({ code: 'reason_too_short' });
    }
    await expect(reveal(uuidv4(), WHY)).rejects.toMatchObject({ code: 'query_not_found' });
    const stranger = new IdentifierVault(['another secret of thirty-two characters or more']);
    await expect(reveal(id, WHY, { opener: stranger })).rejects.toMatchObject({
      code: 'identifier_locked',
    });
    const other = await asked('99');
    await sql`
      UPDATE query_records SET identifiers = (SELECT identifiers FROM query_records WHERE id = ${id})
      WHERE id = ${other}`;
    await expect(reveal(other, WHY)).rejects.toMatchObject({ code: 'identifier_locked' });
    await sql`UPDATE query_records SET identifiers = NULL WHERE id = ${id}`;
    await expect(reveal(id, WHY)).rejects.toMatchObject({ code: 'identifier_removed' });
  });
});

describe('the quota of a user', () => {
  const somebody = () => {
    const email = `${randomLetters()}@pasarela.example`;
    return Permit.signedIn<'query.reveal' | 'query.search_identifier'>(email, by.address);
  };

  it('allows so many reveals a day, also when they come at once', async () => {
    const id = await asked('7001541');
    const options = { as: somebody(), perDay: 3 };
    const at = Array.from({ length: 5 }, () => reveal(id, WHY, options));
    const ended = await Promise.allSettled(at);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(reveal(id, WHY, options)).rejects.toMatchObject({ code: 'too_many_reveals' });
    const since = new Date(Date.now() - MINUTE_MS);
    expect(await actorsWith(db, 'query.reveal', { since, rows: 3 })).toContain(options.as.actor);
    expect(await actorsWith(db, 'query.reveal', { since, rows: 4 })).not.toContain(
      options.as.actor,
    );
  });

  it('allows thirty searches a minute, and keeps the digest of each', async () => {
    const ctx = { permit: somebody(), vault };
    const search = (identifier: string) =>
      db.transaction((tx) => searchIdentifier({ ...ctx, tx }, { identifier }));
    for (let n = 0; n < 30; n += 1) await search(`48217${n}`);
    await expect(search('4821763')).rejects.toMatchObject({ code: 'too_many_searches' });
    const own = eq(auditLog.actor, ctx.permit.actor);
    const rows = await db.select().from(auditLog).where(own).orderBy(auditLog.id);
    expect(rows).toHaveLength(30);
    const [key = 0n] = vault.keysOf('482170');
    const digest = BigInt.asUintN(64, key).toString(16).padStart(16, '0');
    expect(rows[0]).toMatchObject({ action: 'query.search_identifier', after: { digest } });
    expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain('48217');
  });

  it('counts a search for the identifier of a query', async () => {
    const id = await asked('7001541');
    const searched = await db.transaction((tx) =>
      searchIdentifier({ tx, permit: somebody(), vault }, { query: id }),
    );
    expect(searched).toEqual({ keys: vault.keysOf('7001541'), tail: '' });
  });

  it('finds the queries for an identifier of a query under the keys before and after it', async () => {
    const fresh = new IdentifierVault(['the next secret, also long enough for a key', SECRET]);
    const nit = randomLetters();
    const [older, newer] = [await asked(nit), await asked(nit, fresh)];
    for (const [id, other] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const { keys } = await db.transaction((tx) =>
        searchIdentifier({ tx, permit: somebody(), vault: fresh }, { query: id }),
      );
      const found = await db
        .select({ id: queryRecords.id })
        .from(queryRecords)
        .where(and(...conditionsOf({ identifierKeys: keys })));
      expect(new Set(found.map((row) => row.id))).toEqual(new Set([older, newer]));
      const record = await findQueryRecord(db, fresh, id);
      const neighbours = record && (await sameIdentifier(db, record, 10));
      expect(neighbours?.own.map((row) => row.id)).toEqual([other]);
    }
  });
});

describe('the neighbours of a record', () => {
  it('are those of the same identifier within a month, apart by integration, and of the same integration within minutes', async () => {
    const [{ id: integrationId }, stranger] = [await newIntegration(), await newIntegration()];
    const key = randomBytes(8).readBigInt64BE();
    const at = new Date('2025-03-15T12:00:00Z').getTime();
    const record = (minutes: number, keys: bigint[] = []) =>
      recordOf({
        ...FREE,
        integrationId,
        identifierKeys: keys,
        createdAt: new Date(at + minutes * MINUTE_MS),
      });
    const middle = record(0, [key]);
    const before = [record(-1), record(-4), record(-4.9)];
    const after = [record(0.5, [key]), record(4.9)];
    const far = [record(-6, [key]), record(32 * 1_440, [key]), record(-32 * 1_440, [key])];
    const elsewhere = { ...record(2, [key]), integrationId: stranger.id };
    await plantRecords(sql, [middle, ...before, ...after, ...far, elsewhere]);
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    const of = { ...middle, identifierKeys: [key] };
    const same = await sameIdentifier(db, of, 10);
    expect(ids(same.own)).toEqual(ids([after[0], far[0]].flatMap((one) => one ?? [])));
    expect(same.others).toMatchObject([{ id: elsewhere.id, nombre: stranger.nombre }]);
    expect(ids(await sameIntegration(db, middle, 5))).toEqual(ids([...after.reverse(), ...before]));
    expect(ids(await sameIntegration(db, middle, 1))).toEqual(
      ids([after[1], before[0]].flatMap((one) => one ?? [])),
    );
    const none = await sameIdentifier(db, { ...middle, identifierKeys: [] }, 10);
    expect(none).toEqual({ own: [], others: [] });
  });
});
