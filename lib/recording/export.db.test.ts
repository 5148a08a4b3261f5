import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { Permit } from '@/lib/access/permit';
import type { Language } from '@/lib/base/values/language';
import { failureTexts } from '@/lib/contract/failure-texts';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import { exportIdentifiers, exportQueries, exportRecords, type RecordExport } from './export';
import { IdentifierVault } from './identifiers';

const { db, sql, newIntegration } = sharedDatabase();
const vault = new IdentifierVault(['for these tests only, and long enough']);
const actor = `export-${randomLetters()}@pasarela.example`;
const permit = Permit.signedIn<'query.export' | 'query.export_identifiers'>(actor, '192.0.2.1');

const { id: integrationId, nombre } = await newIntegration();
const noon = Date.now() - 60_000;

async function record(n: number, changes: Readonly<Record<string, unknown>> = {}) {
  const id = uuidv7();
  const { box, keys } = vault.seal({ nit: `482${n}`, cui: '=1+1' }, id);
  const row = {
    id,
    integration_id: integrationId,
    credential_id: 1,
    lookup: 'cui-nit',
    estado: 'completada',
    status: 200,
    ending: 'found',
    responsible: 'nobody',
    duration_ms: 12,
    source_ms: 7,
    charged: 3_333,
    identifiers: box,
    identifier_keys: `{${keys.join(',')}}`,
    request_id: `-request-${n}`,
    created_at: new Date(noon + n).toISOString(),
    ...changes,
  };
  await sql`INSERT INTO query_records ${sql(row)}`;
  return row;
}

function begin(what: Omit<RecordExport, 'language'>): Promise<number> {
  const verb = what.vault ? exportIdentifiers : exportQueries;
  return db.transaction((tx) => verb({ tx, permit }, what));
}

async function exported(
  what: Omit<RecordExport, 'span' | 'reason' | 'language'>,
  language: Language = 'es',
): Promise<string[]> {
  const span = { from: new Date(noon - 1_000), to: new Date(noon + 1_000_000) };
  let text = '';
  for await (const piece of exportRecords(db, { ...what, span, language })) text += piece.text;
  return text.split('\r\n');
}

describe('an export', () => {
  it('has every record of the filter, newest first, hidden, with formulas defused', async () => {
    const first = await record(1);
    const second = await record(2, {
      estado: 'interrumpida',
      status: null,
      ending: 'interrupted',
      responsible: 'ours',
      cause: 'a, "b"\nc',
      duration_ms: null,
      source_ms: null,
      charged: 0,
      identifiers: null,
      identifier_keys: '{}',
    });
    const [heading, ...lines] = await exported({ filter: { integrationId } });
    expect(heading).toBe(
      '\uFEFFfecha,integracion,consulta,estado,estado_http,resultado,causa,duracion_ms,fuente_ms,cobrado,id_solicitud,id_consulta,identificador',
    );
    const local = (n: number) =>
      `${new Date(noon + n - 6 * 3_600_000).toISOString().slice(0, -1)}-06:00`;
    expect(lines).toEqual([
      `${local(2)},${nombre},cui-nit,interrumpida,,${failureTexts.interrupted.label.es},a   b  c,,,0.00,'-request-2,${second.id},eliminado`,
      `${local(1)},${nombre},cui-nit,completada,200,Con datos,,12,7,0.3333,'-request-1,${first.id},●●●`,
      '',
    ]);
    const [english, ...translated] = await exported({ filter: { integrationId } }, 'en');
    expect(english).toBe(
      '\uFEFFdate,integration,lookup,state,http_status,outcome,cause,duration_ms,source_ms,charged,request_id,query_id,identifier',
    );
    expect(translated).toEqual([
      `${local(2)},${nombre},cui-nit,interrupted,,${failureTexts.interrupted.label.en},a   b  c,,,0.00,'-request-2,${second.id},removed`,
      `${local(1)},${nombre},cui-nit,completed,200,With data,,12,7,0.3333,'-request-1,${first.id},●●●`,
      '',
    ]);
  });

  it('writes causes in the language of the file, and codes as they are', async () => {
    const { id } = await newIntegration();
    const own = { integration_id: id, ending: 'source_unavailable' };
    const recorded = ['ECONNREFUSED', 'status 503', 'deadline'];
    for (const [n, cause] of recorded.entries()) await record(n, { ...own, cause });
    const causes = async (language: Language) => {
      const [, ...lines] = await exported({ filter: { integrationId: id } }, language);
      return lines.slice(0, -1).map((line) => line.split(',')[6]);
    };
    expect(await causes('es')).toEqual(['tiempo de espera agotado', 'estado 503', 'ECONNREFUSED']);
    expect(await causes('en')).toEqual(['time-out', 'status 503', 'ECONNREFUSED']);
  });

  it('does not say that an unread answer of a registry has data', async () => {
    const { id } = await newIntegration();
    for (const [n, lookup] of LOOKUPS.entries()) await record(n, { integration_id: id, lookup });
    const [, ...lines] = await exported({ filter: { integrationId: id } });
    const outcomes = lines.slice(0, -1).map((line) => line.split(',')[5]);
    const expected = LOOKUPS.map((lookup) =>
      lookupFacts[lookup].family === 'catalogos' ? 'Con datos' : 'Respuesta del registro',
    );
    expect(outcomes.reverse()).toEqual(expected);
  });

  it('says what was asked only for a reason, and says so in the audit log', async () => {
    const span = { from: new Date(noon - 1_000), to: new Date(noon + 1_000_000) };
    const filter = { integrationId, identifierKeys: vault.keysOf('4821') };
    const reason = { purpose: 'authority', note: 'asked by the court' } as const;
    const what = { filter, span, reason, vault };
    expect(await begin(what)).toBe(1);
    const [, line] = await exported(what);
    expect(line?.endsWith(',"nit 4821; cui =1+1"')).toBe(true);
    const stranger = new IdentifierVault(['another secret, also long enough, of course']);
    const [, closed] = await exported({ filter, vault: stranger });
    expect(closed?.endsWith(',sin clave')).toBe(true);
    const catalogs = { ...filter, lookups: ['cui-nit', 'omisos'] as const };
    expect(await begin({ ...what, filter: catalogs, vault: undefined })).toBe(1);
    const short = begin({ ...what, reason: { ...reason, note: '.' } });
    await expect(short).rejects.toMatchObject({ code: 'reason_too_short' });
    const rows = await sql`
      SELECT action, integration_id AS "integrationId", after FROM audit_log
      WHERE actor = ${actor} ORDER BY id`;
    const after = {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      identifier: true,
      purpose: 'authority',
      reason: 'asked by the court',
    };
    expect(rows).toEqual([
      { action: 'query.export_identifiers', integrationId, after },
      {
        action: 'query.export',
        integrationId,
        after: { ...after, lookup: ['cui-nit', 'omisos'] },
      },
    ]);
  });

  it('takes more than one piece, and leaves nothing out', async () => {
    const { id } = await newIntegration();
    await sql`
      INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
        responsible, charged, request_id, created_at)
      SELECT gen_random_uuid(), ${id}, 1, 'rtu', 'completada', 200, 'found', 'nobody', 0, 'r' || n,
        ${new Date(noon).toISOString()}::text::timestamptz + n * interval '1 ms'
      FROM generate_series(1, 4500) AS n`;
    const [, ...lines] = await exported({ filter: { integrationId: id } });
    const requests = lines.slice(0, -1).map((line) => line.split(',')[10]);
    expect(requests).toEqual(Array.from({ length: 4_500 }, (_, n) => `r${4_500 - n}`));
  });
});
