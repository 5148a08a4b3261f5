import { describe, expect, it } from 'vitest';
import { FAMILIES, type Family } from '@/lib/contract/families';
import { LOOKUPS, lookupsOf } from '@/lib/contract/lookups';
import { type EndedQuery, explain } from './explain';

function query(changes: Partial<EndedQuery>): EndedQuery {
  return {
    lookup: 'cui-nit',
    ending: 'found',
    responsible: 'nobody',
    status: 200,
    cause: null,
    charged: 0n,
    refunded: false,
    durationMs: 100,
    late: false,
    ...changes,
  };
}

const foundBy: Readonly<Record<Family, readonly string[]>> = {
  renap: ['found_envelope', 'nobody', 'read_body'],
  rtu: ['found_list', 'nobody', 'read_list'],
  catalogos: ['found', 'nobody', 'nothing'],
};

function meaning(one: Partial<EndedQuery>): string[] {
  const { happened, responsible, advice } = explain(query(one));
  return [happened, responsible, advice];
}

describe('explain', () => {
  it.each(FAMILIES)('says of %s what was found', (family) => {
    for (const lookup of lookupsOf(family)) expect(meaning({ lookup })).toEqual(foundBy[family]);
  });

  it.each([
    ['partial', 'read_nulls'],
    ['empty', 'check_if_expected'],
  ] as const)('says of a catalog that answered %s what it contained', (ending, advice) => {
    expect(meaning({ ending })).toEqual([ending, 'nobody', advice]);
  });

  it.each([
    ['source_not_found', 'nobody', 'check_identifier'],
    ['source_rejected_input', 'integrator', 'check_identifier'],
    ['source_denied', 'ours', 'wait_for_us'],
    ['source_limited', 'source', 'wait_for_source'],
    ['failure', 'ours', 'repeat'],
    ['client_gone', 'integrator', 'raise_patience'],
    ['interrupted', 'ours', 'repeat'],
  ] as const)('says of %s who is responsible and what to do', (ending, responsible, advice) => {
    expect(meaning({ ending, responsible, status: 500 })).toEqual([ending, responsible, advice]);
  });

  it('advises to send the date of birth where a lookup takes one', () => {
    const rejected = { ending: 'source_rejected_input', responsible: 'integrator' } as const;
    const advised = LOOKUPS.filter((lookup) => {
      const { advice } = explain(query({ ...rejected, lookup, status: 400 }));
      return advice === 'check_identifier_or_birth';
    });
    expect(advised).toEqual(['rtu-v2']);
  });

  it('blames us for a success that could not be read, not the identifier', () => {
    const unread = {
      ending: 'source_not_found',
      status: 404,
      cause: 'unreadable 1 exito',
    } as const;
    expect(meaning({ ...unread, responsible: 'ours' })).toEqual([
      'success_unread',
      'ours',
      'wait_for_us',
    ]);
  });

  it.each([
    [404, 'nobody', 'check_identifier'],
    [401, 'ours', 'wait_for_us'],
    [503, 'source', 'repeat'],
  ] as const)(
    'advises on the status %i that the person registry answered',
    (status, party, advice) => {
      const passedOn = {
        lookup: 'renap',
        ending: 'passed_on',
        responsible: party,
        status,
      } as const;
      expect(meaning(passedOn)).toEqual(['passed_on', party, advice]);
    },
  );

  it.each([
    ['unreadable', 'ours', 'wait_for_us'],
    ['partial', 'ours', 'wait_for_us'],
    ['found', 'nobody', 'read_unread_nulls'],
  ] as const)('says of %s how many fields could not be read', (ending, responsible, advice) => {
    const explained = explain(query({ ending, responsible, cause: 'unreadable 3' }));
    expect(explained).toMatchObject({ happened: ending, responsible, advice });
    expect(explained.cause).toEqual({ kind: 'fields', number: 3 });
  });

  it('names the fields that could not be read, and offers a refund of what was charged', () => {
    const unread = query({
      ending: 'unreadable',
      responsible: 'ours',
      cause: 'unreadable 2 FECHA_ALTA ESTADO.codigo',
      charged: 5_000n,
    });
    expect(explain(unread)).toMatchObject({
      advice: 'refund_unread',
      cause: { kind: 'fields', number: 2, fields: ['FECHA_ALTA', 'ESTADO.codigo'] },
    });
    expect(explain({ ...unread, refunded: true }).advice).toBe('wait_for_us');
  });

  it('warns of an answer that came after the ceiling, and of one that took long', () => {
    const late = explain(query({ late: true, durationMs: 30_000 }));
    expect(late).toMatchObject({ happened: 'found_late', advice: 'check_charge', slow: false });
    expect(late.responsible).toBe('ours');
    expect(explain(query({ late: true, charged: 5_000n, refunded: true })).advice).toBe('repeat');
    const undelivered = query({ ending: 'unresolved', charged: 5_000n, refunded: true });
    expect(explain(undelivered)).toMatchObject({ charge: 'refunded', advice: 'repeat' });
    expect(explain(query({ durationMs: 10_000 })).slow).toBe(true);
    expect(explain(query({ durationMs: 9_999 })).slow).toBe(false);
    expect(explain(query({ durationMs: 12_000, ending: 'source_not_found' })).slow).toBe(false);
  });

  it.each([
    [{ charged: 5_000n }, 'charged'],
    [{ charged: 5_000n, refunded: true }, 'refunded'],
    [{ charged: 0n }, 'at_no_cost'],
    [{ charged: 0n, status: 404, ending: 'source_not_found' }, 'not_charged'],
    [{ charged: 0n, status: null, ending: 'client_gone' }, 'not_charged'],
    [{ lookup: 'renap' }, 'free'],
    [{ lookup: 'rtu', status: 500, ending: 'source_unavailable' }, 'free'],
  ] as const)('%o is %s', (changes, charge) => {
    expect(explain(query(changes)).charge).toBe(charge);
  });

  it.each([
    ['deadline', { kind: 'deadline' }],
    ['status 503', { kind: 'status', number: 503 }],
    ['UND_ERR_SOCKET', { kind: 'connection' }],
    ['not a JSON object', { kind: 'unreadable' }],
    ['no list of records', { kind: 'unreadable' }],
    ['Z_DATA_ERROR', { kind: 'unreadable' }],
    ['size', { kind: 'size' }],
    ['ERR_BUFFER_TOO_LARGE', { kind: 'size' }],
    ['marked as failed', { kind: 'marked' }],
    ['something else', { kind: 'unknown' }],
    [null, { kind: 'unknown' }],
    ['ECONNREFUSED', { kind: 'refused' }],
    ['EAI_AGAIN', { kind: 'not_resolved' }],
    ['CERT_HAS_EXPIRED', { kind: 'tls' }],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { kind: 'tls' }],
    ['UND_ERR_CONNECT_TIMEOUT', { kind: 'not_connected' }],
  ])('the cause %s of an unavailable source is %o', (cause, read) => {
    const failed = query({ ending: 'source_unavailable', responsible: 'source', cause });
    expect(explain(failed).cause).toEqual(read);
    expect(explain({ ...failed, ending: 'source_not_found' }).cause).toBeUndefined();
  });
});
