import { expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import { sharedDatabase } from '@/testing/database';
import { entriesOfQuery } from './entries-of-query';
import { refund } from './refund';
import {
  countOpenRefunds,
  declineRefund,
  listRefundRequests,
  requestRefund,
  requestsOfQuery,
} from './refund-requests';

const { db, chargeOf, newIntegration, act } = sharedDatabase();

async function charged() {
  const { id, nombre } = await newIntegration();
  const queryId = await chargeOf(id);
  const verbs = { request: requestRefund, decline: declineRefund, grant: refund };
  const does = (verb: keyof typeof verbs, nota: string) =>
    act<{ nombre: string; queryId: string; nota: string }, unknown>(verbs[verb], {
      nombre,
      queryId,
      nota,
    });
  const states = async () =>
    (await requestsOfQuery(db, queryId)).map(({ state, nota }) => [state, nota]);
  return { id, nombre, queryId, does, states };
}

const openOf = async (queryId: string) => {
  const { rows } = await listRefundRequests(db, { open: true }, { limit: 1_000, offset: 0 });
  return rows.filter((row) => row.queryId === queryId);
};

it('a request is open until it is declined or the charge is refunded, and is made once', async () => {
  const { id, nombre, queryId, does, states } = await charged();
  const before = await countOpenRefunds(db);
  await does('request', 'Llegó vacía');
  await expect(does('request', 'Otra vez')).rejects.toMatchObject({ code: 'already_requested' });
  expect(await openOf(queryId)).toEqual([
    expect.objectContaining({ nombre, queryId, amount: 5_000n, requestedBy: 'cli:tests' }),
  ]);
  expect(await countOpenRefunds(db)).toBe(before + 1);
  await does('decline', 'Sí llegó');
  expect(await openOf(queryId)).toEqual([]);
  await expect(does('decline', 'Sí llegó')).rejects.toMatchObject({ code: 'request_not_found' });
  await does('request', 'Llegó vacía, con prueba');
  await does('grant', 'Se comprobó');
  expect(await states()).toEqual([
    ['refunded', 'Llegó vacía, con prueba'],
    ['declined', 'Llegó vacía'],
  ]);
  expect(await countOpenRefunds(db)).toBe(before);
  const trail = await listAudit(db, { integrationId: id }, 4);
  expect(trail.map(({ action, after }) => [action, after])).toEqual([
    ['billing.refund', expect.objectContaining({ query: queryId, nota: 'Se comprobó' })],
    ['billing.request_refund', { query: queryId, nota: 'Llegó vacía, con prueba' }],
    ['billing.decline_refund', { query: queryId, nota: 'Sí llegó' }],
    ['billing.request_refund', { query: queryId, nota: 'Llegó vacía' }],
  ]);
});

it('keeps a refund and a rejection of the same moment, and rejects nothing that was refunded', async () => {
  const { queryId, does, states } = await charged();
  await does('request', 'Pagó dos veces');
  const both = await Promise.allSettled([does('grant', 'Sí'), does('decline', 'No')]);
  const { refund: entry } = await entriesOfQuery(db, queryId);
  const [[state]] = (await states()) as [[string]];
  const [granted, declined] = both.map(({ status }) => status === 'fulfilled');
  expect(granted).toBe(entry !== undefined);
  expect(state).toBe(granted ? 'refunded' : 'declined');
  expect(granted || declined).toBe(true);
  await expect(does('decline', 'No')).rejects.toMatchObject({
    code: granted ? 'already_refunded' : 'request_not_found',
  });
});

it('a request that was declined counts as refunded after a refund', async () => {
  const { does, states } = await charged();
  await does('request', 'Llegó vacía');
  await does('decline', 'Sí llegó');
  await does('grant', 'Se comprobó');
  expect(await states()).toEqual([['refunded', 'Llegó vacía']]);
});

it('nothing can be requested without a reason, without a charge, or after the refund', async () => {
  const { nombre, queryId, does } = await charged();
  await expect(does('request', '  ')).rejects.toMatchObject({ code: 'reason_required' });
  const other = await newIntegration();
  const ofOther = act(requestRefund, { nombre: other.nombre, queryId, nota: 'Ajena' });
  await expect(ofOther).rejects.toMatchObject({ code: 'not_charged' });
  await act(refund, { nombre, queryId, nota: 'Se devolvió' });
  await expect(does('request', 'Tarde')).rejects.toMatchObject({ code: 'already_refunded' });
});
