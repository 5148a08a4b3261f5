import { ask, raw, type Shown } from '@/checks/ask';
import { type Check, check, type Expectation, story } from '@/checks/check';
import { failure, status } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { type LookupUnderTest, lookups } from '@/checks/lookups';
import { readRateLimit } from '@/checks/rate-limit';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Lookup } from '@/lib/contract/lookups';
import { TOO_LARGE } from './texts';

/** Checks of credentials: the two headers, the flags and the suspension. No source is reached. */

const missing = (lookup: LookupUnderTest) => failure(403, lookup.messages.missingCredentials);

/** The registries know no 401. */
function unknown(lookup: LookupUnderTest): Expectation {
  if (lookup.kind === 'registry') return missing(lookup);
  return failure(401, 'Integración no encontrada con estas credenciales.');
}

function unknownClauses({ kind }: LookupUnderTest): ClauseId[] {
  return kind === 'registry'
    ? ['credentials.registries-403']
    : ['errors.catalogos.401-unknown', 'auth.rule-4'];
}

const unusableCredentials: readonly (readonly [string, Shown, readonly ClauseId[]])[] = [
  ['the login alone', 'login-only', ['auth.rule-1']],
  ['the token alone', 'token-only', ['auth.rule-1']],
  ['a wrong token', 'wrong-token', []],
  ['a name that nobody has', 'unknown-name', []],
];

function perLookup(lookup: LookupUnderTest): Check[] {
  const isCatalog = lookup.kind === 'catalog';
  return [
    check({
      title: 'without credentials',
      covers: isCatalog
        ? ['auth.rule-4', 'errors.catalogos.403-credentials', 'errors.rule-1']
        : ['auth.rule-3', 'errors.registries.403-credentials'],
      asks: ask(lookup, {}, { shown: 'none' }),
      holds: missing(lookup),
    }),
    ...unusableCredentials.map(([title, shown, clauses]) =>
      check({
        title: `with ${title}`,
        covers: [...clauses, ...unknownClauses(lookup)],
        asks: ask(lookup, {}, { shown }),
        holds: unknown(lookup),
      }),
    ),
    check({
      title: 'with the token of another integration',
      covers: unknownClauses(lookup),
      asks: ask(lookup, {}, { shown: 'foreign-token' }),
      holds: unknown(lookup),
    }),
    check({
      title: 'with credentials in the address and the body only',
      covers: ['auth.headers.token-only-there'],
      asks: raw(lookup, undefined, { shown: 'elsewhere' }),
      holds: missing(lookup),
    }),
    check({
      title: 'with the name in capitals',
      covers: ['auth.headers.login-lowercased', 'resources.integration.nombre', 'auth.rule-6'],
      asks: ask(lookup, {}, { shown: 'upper-case' }),
      holds: status(400),
    }),
    check({
      title: 'with a wrong token and a body too large',
      covers: ['checks.credentials-before-flag'],
      asks: raw(lookup, TOO_LARGE, { shown: 'wrong-token' }),
      holds: unknown(lookup),
    }),
    check({
      title: 'of a suspended integration',
      covers: ['credentials.suspended'],
      asks: ask(lookup, {}, { account: 'suspended' }),
      holds: unknown(lookup),
    }),
    ...withFlagOff(lookup),
  ];
}

function flagClauses({ kind }: LookupUnderTest): ClauseId[] {
  return [
    'auth.rule-5',
    kind === 'catalog' ? 'errors.catalogos.403-flag' : 'errors.registries.403-flag',
  ];
}

function withFlagOff(lookup: LookupUnderTest): Check[] {
  const twice = ['first', 'second'].map((turn) => ask(lookup, {}, { account: 'disabled', turn }));
  return [
    check({
      title: 'not enabled',
      covers: ['resources.integration.flags', ...flagClauses(lookup)],
      asks: ask(lookup, {}, { account: 'disabled', turn: 'first' }),
      holds: failure(403, lookup.messages.disabled),
    }),
    check({
      title: 'not enabled and with a wrong token',
      covers: ['checks.credentials-before-flag'],
      asks: ask(lookup, {}, { account: 'disabled', shown: 'wrong-token' }),
      holds: unknown(lookup),
    }),
    story({
      title: 'not enabled spends nothing',
      covers: ['checks.flag-before-rate', 'checks.spend'],
      stages: [{ kind: 'one-by-one', asks: twice }],
      holds: (replies) => {
        const [before, after] = replies.map(({ headers }) => readRateLimit(headers)?.remaining);
        const [, last] = replies;
        if (last === undefined || after === undefined || after === before) return [];
        return [finding(last, 'r of the header ratelimit', before, after)];
      },
    }),
  ];
}

/** An integration with some lookups enabled: those answer, the others do not. */
function partial(enabled: readonly Lookup[]): Check[] {
  return lookups.map((lookup) => {
    const isEnabled = enabled.includes(lookup.name);
    return check({
      title: isEnabled ? 'enabled while others are not' : 'not enabled while others are',
      covers: [
        'service.enabled-separately',
        'resources.integration.flags',
        ...(isEnabled ? [] : flagClauses(lookup)),
      ],
      asks: ask(lookup, {}, { account: 'partial' }),
      holds: isEnabled ? status(400) : failure(403, lookup.messages.disabled),
    });
  });
}

export function credentialChecks(partialLookups: readonly Lookup[]): Check[] {
  return [...lookups.flatMap(perLookup), ...partial(partialLookups)];
}
