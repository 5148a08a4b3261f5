import { ask } from '@/checks/ask';
import { type Check, check, story } from '@/checks/check';
import { failure, failureOfAnyText } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { catalogs, cuiNit, type LookupUnderTest, lookups, rtu } from '@/checks/lookups';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';
import { INVALID, NOT_FOUND } from './texts';

/** Answers to a caller for each answer of a source, lawful or not. None is charged. */

const UNAVAILABLE = cuiNit.messages.unavailable;

const catalogOutcomes: readonly (readonly [Behaviour, number, string, readonly ClauseId[]])[] = [
  ['status-400', 400, INVALID, ['errors.catalogos.400-source']],
  ['status-422', 400, INVALID, ['errors.catalogos.400-source']],
  [
    'status-401',
    401,
    'No fue posible autenticar la consulta. Escribe a soporte.',
    ['errors.catalogos.401-source', 'errors.rule-1'],
  ],
  [
    'status-402',
    402,
    'El servicio de consultas no tiene saldo disponible. Escribe a soporte.',
    ['errors.catalogos.402-source', 'errors.rule-1'],
  ],
  [
    'status-403',
    403,
    'Esta consulta no esta habilitada. Escribe a soporte.',
    ['errors.catalogos.403-source', 'errors.rule-1'],
  ],
  ['status-404', 404, NOT_FOUND, ['errors.catalogos.404', 'errors.rule-3']],
  ['not-successful', 404, NOT_FOUND, ['errors.catalogos.404', 'errors.rule-3']],
  ['unknown-success', 404, NOT_FOUND, ['errors.catalogos.404', 'errors.rule-3']],
  [
    'status-429',
    429,
    'Demasiadas consultas seguidas. Intenta de nuevo en unos minutos.',
    ['errors.catalogos.429-source', 'errors.rule-5', 'errors.rule-6'],
  ],
  ['status-500', 502, UNAVAILABLE, ['errors.catalogos.502', 'sources.other-status']],
];

/** Answers that no source may give, by what is wrong with them. */
const brokenAnswers: readonly (readonly [Behaviour, ClauseId])[] = [
  ['status-204', 'sources.not-an-object'],
  ['status-503', 'sources.not-an-object'],
  ['not-json', 'sources.not-an-object'],
  ['json-array', 'sources.not-an-object'],
  ['reset', 'sources.connection'],
  ['truncated', 'sources.connection'],
  ['oversized', 'sources.size'],
  ['oversized-chunked', 'sources.size'],
  ['gzip-bomb', 'sources.size'],
  ['redirect', 'sources.redirect'],
];

const rtuFailures: readonly Behaviour[] = [
  'status-201',
  'status-400',
  'status-401',
  'status-402',
  'status-403',
  'status-404',
  'status-422',
  'status-429',
  'status-500',
  'registros-missing',
  'registros-not-array',
];

/** Answer to a failing source; the contract leaves the registries' text open. */
function unavailable({ kind }: LookupUnderTest) {
  return kind === 'catalog' ? failure(502, UNAVAILABLE) : failureOfAnyText(500);
}

function unavailableClause({ kind }: LookupUnderTest): ClauseId {
  return kind === 'catalog' ? 'errors.catalogos.502' : 'errors.registries.500';
}

function question(lookup: LookupUnderTest, behaviour: Behaviour) {
  return ask(lookup, lookup.question(reserved(behaviour)));
}

function ofCatalog(lookup: LookupUnderTest): Check[] {
  return catalogOutcomes.map(([behaviour, status, text, covers]) =>
    check({
      title: `the source answers with ${behaviour}`,
      covers,
      needs: ['sandbox'],
      asks: question(lookup, behaviour),
      holds: failure(status, text),
    }),
  );
}

function broken(lookup: LookupUnderTest): Check[] {
  return brokenAnswers.map(([behaviour, clause]) =>
    check({
      title: `the source breaks with ${behaviour}`,
      covers: [clause, unavailableClause(lookup)],
      needs: ['sandbox'],
      asks: question(lookup, behaviour),
      holds: unavailable(lookup),
    }),
  );
}

const rtuOutcomes = rtuFailures.map((behaviour) =>
  check({
    title: `the source answers with ${behaviour}`,
    covers: ['errors.registries.500', 'sources.rtu-only-200'],
    needs: ['sandbox'],
    asks: question(rtu, behaviour),
    holds: unavailable(rtu),
  }),
);

const CEILING_MS = 30_000;
/** The way there and back, on a slow line. */
const TRAVEL_MS = 5_000;

/** All that never end, at once: the run waits for the ceiling a single time. */
const ceiling = story({
  title: 'a source that never ends its answer',
  covers: [
    'endpoints.catalog.rule-4',
    'limits.rule-6',
    'errors.catalogos.502',
    'errors.registries.500',
  ],
  needs: ['sandbox'],
  stages: [
    {
      kind: 'together',
      asks: lookups.flatMap((lookup) => [question(lookup, 'hang'), question(lookup, 'trickle')]),
    },
  ],
  holds: (replies) =>
    replies.flatMap((reply) => {
      const wrong = unavailable(reply.ask.lookup)(reply);
      const { durationMs } = reply;
      if (wrong.length > 0 || durationMs <= CEILING_MS + TRAVEL_MS) return wrong;
      return [finding(reply, 'time', 'an end at 30 s', `${Math.round(durationMs / 1000)} s`)];
    }),
});

export const sourceOutcomeChecks: readonly Check[] = [
  ...catalogs.flatMap(ofCatalog),
  ...rtuOutcomes,
  ...lookups.flatMap(broken),
  ceiling,
];
