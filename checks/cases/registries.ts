import { ask } from '@/checks/ask';
import { type Check, check, type Expectation } from '@/checks/check';
import { body, every, record, statusThen, textContains } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { goldenBody } from '@/checks/golden';
import { type Identified, registries, renap, rtu } from '@/checks/lookups';
import { envelopeShape } from '@/checks/shapes';
import { isJsonObject } from '@/lib/base/values/json';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';

/** Answers of the person registry and of RTU by NIT, which are free. */

const SUCCESS = 'Consulta exitosa.';

const envelope = (expected: object, status = 200) =>
  statusThen(status, every(envelopeShape, record(expected)));

async function persons(): Promise<Check[]> {
  const whom = [
    ['individual', 200, ['service.gateway']],
    ['deceased', 200, ['service.gateway']],
    ['unknown', 404, []],
  ] as const;
  return Promise.all(
    whom.map(async ([who, status, clauses]) =>
      check({
        title: `${who} of the sandbox, every value`,
        covers: [
          ...clauses,
          'endpoints.renap.request',
          'endpoints.renap.answer',
          'resources.envelope.fields',
          'resources.envelope.as-published',
          'resources.envelope.renap-status',
        ],
        needs: ['sandbox'],
        asks: ask(renap, { cui: wellKnown[who].cui }),
        holds: envelope(await goldenBody(`renap.${who}`), status),
      }),
    ),
  );
}

/** Checks the envelope of the person registry when the registry omits fields. */
const renapBodies: readonly (readonly [Behaviour, ClauseId, boolean, string, number])[] = [
  ['renap-error-code', 'resources.envelope.renap-code', false, 'CUI no registrado.', 404],
  ['renap-missing-fields', 'sources.renap-defaults', true, '', 200],
  ['renap-text-code', 'resources.envelope.renap-code', true, SUCCESS, 99],
  ['renap-fraction-code', 'sources.renap-defaults', true, SUCCESS, 200],
  ['empty', 'sources.renap-defaults', false, SUCCESS, 200],
];

const renapOddities = renapBodies.map(([behaviour, clause, hasData, message, responseCode]) => {
  const { cui } = reserved(behaviour);
  const expected = { success: true, data: hasData ? { cui } : null, message, responseCode };
  return check({
    title: `the registry answers with ${behaviour}`,
    covers: [clause, 'resources.envelope.fields'],
    needs: ['sandbox'],
    asks: ask(renap, { cui }),
    holds: statusThen(200, every(envelopeShape, body(expected))),
  });
});

/** Statuses that the person registry answers with are the gateway's own. */
const passedOn: readonly (readonly [Behaviour, number, string])[] = [
  ['status-400', 400, 'Los datos enviados no son válidos.'],
  ['status-401', 401, 'Credenciales inválidas.'],
  ['status-402', 402, 'Saldo insuficiente.'],
  ['status-403', 403, 'Consulta no habilitada.'],
  ['status-422', 422, 'Los datos enviados no se pueden procesar.'],
  ['status-429', 429, 'Demasiadas consultas.'],
  ['status-500', 500, 'Error interno.'],
];

const renapStatuses = passedOn.map(([behaviour, status, message]) =>
  check({
    title: `the registry answers ${status}`,
    covers: ['resources.envelope.renap-status'],
    needs: ['sandbox'],
    asks: ask(renap, { cui: reserved(behaviour).cui }),
    holds: statusThen(status, body({ success: false, data: null, message, responseCode: status })),
  }),
);

const created = check({
  title: 'a 201 of the registry is a 201 and a success',
  covers: ['resources.envelope.renap-status'],
  needs: ['sandbox'],
  asks: ask(renap, { cui: reserved('status-201').cui }),
  holds: statusThen(201, envelopeShape),
});

/** The status as code, and a message that says how many of how many. */
function counted(found: number, asked: number): Expectation {
  return (reply) => {
    const { responseCode, message } = isJsonObject(reply.body) ? reply.body : {};
    const says = [...String(message).matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const isCounted = says.includes(found) && says.includes(asked);
    const codes: ClauseId[] = ['resources.envelope.rtu-status'];
    const counts: ClauseId[] = ['endpoints.rtu.answer'];
    return [
      ...(responseCode === reply.status
        ? []
        : [{ ...finding(reply, 'responseCode', reply.status, responseCode), clauses: codes }]),
      ...(isCounted
        ? []
        : [{ ...finding(reply, 'message', `${found} of ${asked}`, message), clauses: counts }]),
    ];
  };
}

/** Expects the records of a batch, whatever the message says. */
function records(expected: unknown): Expectation {
  return (reply) => {
    const { data } = isJsonObject(reply.body) ? reply.body : {};
    return record({ data: expected })({ ...reply, body: { data } });
  };
}

async function batches(): Promise<Check[]> {
  const { company, unknown, individual } = wellKnown;
  const { data } = await goldenBody('rtu.batch');
  const nobody = Array.from({ length: 50 }, () => unknown.nit);
  return [
    check({
      title: 'a batch of three, one of them unknown, every value',
      covers: [
        'endpoints.rtu.request',
        'endpoints.rtu.answer',
        'resources.envelope.as-published',
        'resources.envelope.fields',
        'resources.envelope.rtu-status',
        'service.gateway',
      ],
      needs: ['sandbox'],
      asks: ask(rtu, { nits: [company.nit, unknown.nit, individual.nit] }),
      holds: statusThen(200, every(envelopeShape, counted(2, 3), records(data))),
    }),
    check({
      title: 'fifty NITs, none of them known',
      covers: ['resources.envelope.rtu-no-matches', 'limits.rule-5', 'endpoints.rtu.request'],
      needs: ['sandbox'],
      asks: ask(rtu, { nits: nobody }),
      holds: statusThen(200, every(envelopeShape, counted(0, 50), records([]))),
    }),
  ];
}

const untouched = registries.flatMap((lookup) => [
  check({
    title: 'numbers and text go out letter for letter',
    covers: ['sources.untouched', 'sources.hostile', 'resources.envelope.as-published'],
    needs: ['sandbox'],
    asks: ask(lookup, lookup.question(reserved('hostile'))),
    holds: statusThen(
      200,
      every(
        envelopeShape,
        textContains("'; DROP TABLE consultas; --"),
        textContains('"__proto__":{"esAdmin":true}'),
      ),
    ),
  }),
  check({
    title: 'what is published goes out however deep it is',
    covers: ['sources.untouched'],
    needs: ['sandbox'],
    asks: ask(lookup, lookup.question(reserved('deep-nesting'))),
    holds: statusThen(200, textContains('['.repeat(100_000) + ']'.repeat(100_000))),
  }),
]);

function anybody({ nit = '', cui = '' }: Partial<Identified>): Check[] {
  return [
    check({
      title: 'an answer is the envelope',
      covers: ['resources.envelope.fields', 'endpoints.renap.answer'],
      needs: ['cui'],
      asks: ask(renap, { cui }),
      holds: statusThen(200, envelopeShape),
    }),
    check({
      title: 'an answer is the envelope with a list of records',
      covers: ['resources.envelope.fields', 'resources.envelope.rtu-status'],
      needs: ['nit'],
      asks: ask(rtu, { nits: [nit] }),
      holds: statusThen(200, every(envelopeShape, counted(1, 1))),
    }),
  ];
}

export async function registryChecks(taxpayer: Partial<Identified>): Promise<Check[]> {
  return [
    ...anybody(taxpayer),
    ...(await persons()),
    ...renapOddities,
    ...renapStatuses,
    created,
    ...(await batches()),
    ...untouched,
  ];
}
