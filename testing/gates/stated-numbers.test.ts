import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POOL_SIZE } from '@/db/client';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { type Language, numberWord } from '@/lib/base/values/language';
import { HOLD_LIFETIME_S, SETTLE_MS } from '@/lib/billing/hold';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { LIMITS } from '@/lib/notices/counts';
import { BACK_OFF_MS, DISABLE_FAILING_MS, NOTIFY_FAILING_MS } from '@/lib/notices/finish';
import { FAILURES_TO_OPEN, OPEN_MS } from '@/lib/sources/circuit-breaker';
import { STATUS_DAYS } from '@/lib/statistics/lookup-days';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@/lib/users/rules';
import { ABSOLUTE_HOURS, IDLE_MINUTES, REAUTHENTICATION_LASTS_S } from '@/lib/users/sessions';
import { FIRST_DELAY_S, WINDOW_MINUTES } from '@/lib/users/throttle';
import packageJson from '@/package.json' with { type: 'json' };
import { SLOTS } from '@/server/pages/serve';
import { projectRoot } from '@/server/paths';
import {
  MAX_SOCKETS,
  MAX_SOCKETS_PER_SITE,
  REFUSED_IDLE_MS,
  RESERVED_SOCKETS,
} from '@/server/sockets';

const written = (number: number) => number.toLocaleString('en');
const days = (ms: number) => numberWord(ms / DAY_MS, 'en');

/** Writes a duration as manuals do: `10 s`, `5 min`, `2 h`. */
function brief(ms: number): string {
  if (ms < MINUTE_MS) return `${ms / SECOND_MS} s`;
  return ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`;
}

const UNITS: Readonly<Record<string, number>> = { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS };

/** Reads a number that a file keeps to itself: a product of numbers, units and its other numbers. */
function held(file: string, name: string): number {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  const [, product = ''] =
    new RegExp(`^(?:export )?const ${name} = ([\\w. *]+);`, 'm').exec(text) ?? [];
  return product
    .split(' * ')
    .map(
      (part) =>
        UNITS[part] ?? (/^\d/.test(part) ? Number(part.replaceAll('_', '')) : held(file, part)),
    )
    .reduce((left, right) => left * right);
}

const body = (name: string) => held('server/pages/read-body.ts', name) / 1024;
const supervised = (name: string) => held('server/pages/supervise.ts', name);
const consoleSessions = held('lib/console/session/context.ts', 'CONNECTIONS');
const slowSessions = held('lib/console/session/slow-list.ts', 'CONNECTIONS');
/** Besides their pool, lookups have a session for occasional work and one for shared tasks. */
const lookupSessions = POOL_SIZE + 2;
const inviteHours = held('lib/users/invite.ts', 'VALID_HOURS');
const confirmHours = held('lib/notices/targets.ts', 'CONFIRM_HOURS');
const minimumNode = packageJson.engines.node.replace('>=', '');
const searches = held('lib/recording/search-identifier.ts', 'SEARCHES_PER_MINUTE');
const views = held('lib/recording/saved-views.ts', 'MOST_VIEWS');
const people = held('lib/users/invite.ts', 'MOST_PEOPLE');
const incidents = held('lib/incidents/post.ts', 'MAX_OPEN');
const targets = held('lib/notices/add-target.ts', 'MAX_TARGETS');
const [[tests], [testsTo], [resends], [letters]] = [
  LIMITS.tests[1],
  LIMITS.testsTo[1],
  LIMITS.resends[1],
  LIMITS.letters[1],
];
const [, [lettersAnHour], [lettersADay]] = LIMITS.lettersTo;
const lettersTo = (language: Language) =>
  [lettersAnHour, lettersADay].map((most) => numberWord(most, language));
const pauses = BACK_OFF_MS.map(brief);
const [first = 0, last = 0] = [BACK_OFF_MS.at(0), BACK_OFF_MS.at(-1)];
const repetitions = `${keyFacts.keyRepetitions} times in ${keyFacts.keyMinutes} minutes`;
const reason = held('lib/recording/reason.ts', 'MIN_NOTE_LENGTH');
const statusFreshS = held('server/pages/public-pages.ts', 'STATUS_FRESH_MS') / SECOND_MS;
const aheadYears = numberWord(
  Math.round(held('lib/billing/tariffs.ts', 'MAX_AHEAD_MS') / DAY_MS / 366),
  'en',
);
const session = `${ABSOLUTE_HOURS} hours, ${IDLE_MINUTES} minutes idle`;

/** What documents say in numbers that the code holds. A new number there gets its sentence here. */
const STATED: Readonly<Record<string, readonly string[]>> = {
  'docs/operators.md': [
    `${SLOTS.max} requests at a time with the pages process, of which ${SLOTS.maxPerKey} for one address or session, and ${SLOTS.maxWaiting} waiting`,
    `There are ${written(MAX_SOCKETS)} connections in all.`,
    `an IPv4 address or IPv6 /48 may have ${MAX_SOCKETS_PER_SITE}.`,
    `From ${written(MAX_SOCKETS - RESERVED_SOCKETS)} on, a new connection`,
    `the last ${written(RESERVED_SOCKETS)} are for addresses`,
    `closed after ${REFUSED_IDLE_MS / SECOND_MS} idle seconds`,
    `asked after ${pauses.slice(0, -1).join(', ')} and then every ${pauses.at(-1)}`,
    `after ${days(NOTIFY_FAILING_MS)} days its integration's other targets`,
    `after ${days(DISABLE_FAILING_MS)} it is disabled`,
    `may use ${supervised('MAX_HEAP_MB')} MB of heap and ${supervised('MAX_RSS_BYTES') / 2 ** 30} GB in all`,
    `${numberWord(consoleSessions + slowSessions, 'en')} database connections of its own (${numberWord(slowSessions, 'en')} for slow lists)`,
    `a 503 with \`Retry-After: ${held('server/pages/serve.ts', 'RETRY_AFTER_S')}\``,
    `to an address ${lettersTo('en').join(' link to confirm it an hour and ')} a day, for an integration ${numberWord(letters, 'en')} links a day, ${resends} repetitions and ${tests} tests an hour, ${numberWord(testsTo, 'en')} of them`,
    `a connection pool of up to ${lookupSessions} sessions for each`,
    `silent for ${supervised('MAX_SILENT_CHECKS')} seconds, the front process starts it again: ${supervised('MIN_PAUSE_MS')} ms later, then after growing pauses of up to ${supervised('MAX_PAUSE_MS') / SECOND_MS} seconds`,
    `bodies of ${body('MAX_AUTH_BODY_BYTES')} KiB under \`/api/auth\` and ${body('MAX_BODY_BYTES') / 1024} MiB elsewhere`,
    `${held('lib/console/downloads/export-queries.ts', 'MAX_EXPORTS')} exports at a time`,
    `The first ${body('FREE_BYTES')} KiB of a body are always taken; of longer bodies that are still arriving, ${body('MAX_HELD_BYTES') / 1024} MiB are held`,
    `less than ${body('MIN_ARRIVED_BYTES')} KiB arrives in ${held('server/pages/read-body.ts', 'CHECK_EVERY_MS') / SECOND_MS} seconds is ended`,
    `less than ${held('server/sockets.ts', 'MIN_TAKEN_BYTES') / 1024} KiB of its response in ${held('server/sockets.ts', 'UNREAD_DEADLINE_MS') / SECOND_MS} seconds is closed`,
    `holds left behind expire after ${HOLD_LIFETIME_S} seconds`,
    `except one every ${brief(OPEN_MS)} that goes to the source`,
    `asked, for ${brief(held('lib/notices/outbound.ts', 'NAME_TIMEOUT_MS'))} at most`,
    `all e-mail waits ${numberWord(held('lib/notices/sender.ts', 'MAIL_PAUSE_MS') / MINUTE_MS, 'en')} minutes`,
    `Lines wait up to ${held('lib/base/telemetry/log-buffer.ts', 'FLUSH_MS')} ms and leave together. When nobody reads them, ${held('lib/base/telemetry/log-buffer.ts', 'MAX_BYTES') / 2 ** 20} MiB are kept`,
    `last bytes for ${statusFreshS} s`,
    `on each of ${STATUS_DAYS} days`,
  ],
  'messages/docs.en.json': [
    `from ${first / SECOND_MS} seconds to ${last / HOUR_MS} hours (or what`,
    `so do ${days(DISABLE_FAILING_MS)} days of failures`,
    `repeat it up to ${keyFacts.keyRepetitions} times`,
    `Last ${STATUS_DAYS} days`,
  ],
  'messages/docs.es.json': [
    `de ${first / SECOND_MS} segundos a ${last / HOUR_MS} horas (o lo`,
    `${numberWord(DISABLE_FAILING_MS / DAY_MS, 'es')} días de fallas`,
    `la repiten hasta ${keyFacts.keyRepetitions} veces`,
    `Últimos ${STATUS_DAYS} días`,
  ],
  'docs/people-and-data.md': [
    `A session lasts ${ABSOLUTE_HOURS} hours, and ${IDLE_MINUTES} minutes without use.`,
    `last entered more than ${REAUTHENTICATION_LASTS_S / 60} minutes ago`,
    `Failed sign-ins within ${WINDOW_MINUTES} minutes make the next one wait: ${FIRST_DELAY_S} s,`,
    `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    `works once and expires in ${inviteHours} hours`,
    `refreshes itself every ${numberWord(held('ui/records/queries.tsx', 'LIVE_EVERY_MS') / SECOND_MS, 'en')} seconds`,
    `${searches} a minute at most for each user`,
    `save up to ${views} filters`,
    `At most ${people} people per integration`,
    `a reason of at least ${numberWord(reason, 'en')} characters`,
    `at most ${aheadYears} years ahead`,
  ],
  'docs/security.md': [
    `a one-time link, ${inviteHours} hours`,
    `its name is resolved outside transactions, for ${brief(held('lib/notices/outbound.ts', 'NAME_TIMEOUT_MS'))}`,
    `${searches} a minute for each user`,
    `${lettersTo('en').join(' an hour and ')} a day to an address, ${numberWord(letters, 'en')} a day for an integration`,
    `${SLOTS.max} at a time, ${SLOTS.maxPerKey} for each address or session`,
    `${written(MAX_SOCKETS)}, of which ${MAX_SOCKETS_PER_SITE} of one address without a proxy`,
    session,
    `begins within ${aheadYears} years`,
  ],
  'docs/asvs.md': [`hands out a link of ${inviteHours} hours`, session],
  'messages/es.json': [
    `un solo uso que vence en ${inviteHours} horas`,
    `Se admiten ${searches} búsquedas`,
    `Se admiten ${views} vistas`,
    `tiene ${people} personas`,
    `Hay ${incidents} incidencias abiertas`,
    `Se admiten ${targets} destinos`,
    `Se admiten ${testsTo} pruebas por hora a un mismo servidor o correo, y ${tests}`,
    `Se admiten ${resends} repeticiones`,
    `y ${lettersTo('es')[1]} por día, y a los de una integración, ${letters}`,
    `falló ${numberWord(DISABLE_FAILING_MS / DAY_MS, 'es')} días`,
    `"noteWhat": "Al menos ${reason} caracteres`,
    `El motivo debe tener al menos ${reason} caracteres`,
  ],
  'messages/en.json': [
    `works once, for ${inviteHours} hours`,
    `At most ${searches} searches for an identifier`,
    `At most ${views} views`,
    `has ${people} people`,
    `${incidents} incidents are open`,
    `At most ${targets} targets`,
    `At most ${testsTo} tests an hour to the same server or address, and ${tests}`,
    `At most ${resends} repetitions`,
    `link an hour and ${lettersTo('en')[1]} a day, and those of an integration ${letters}`,
    `it failed for ${days(DISABLE_FAILING_MS)} days`,
    `"noteWhat": "At least ${reason} characters`,
    `The reason needs at least ${reason} characters`,
    `Guatemala time. At most ${aheadYears} years ahead`,
  ],
  'texts/service.es.json': [
    `elija su contraseña dentro de ${inviteHours} horas`,
    `presione el botón dentro de ${confirmHours} horas`,
    `falló ${numberWord(DISABLE_FAILING_MS / DAY_MS, 'es')} días`,
  ],
  'texts/service.en.json': [
    `choose your password within ${inviteHours} hours`,
    `press the button within ${confirmHours} hours`,
    `it failed for ${days(DISABLE_FAILING_MS)} days`,
  ],
  'README.md': [`Needs Node ${minimumNode} or later`],
  'CONTRIBUTING.md': [`Node ${minimumNode} or later`],
  'docs/install.md': [`${minimumNode} or later works`],
  'docs/runbook.md': [
    `opens up to ${lookupSessions + consoleSessions + slowSessions}.`,
    `A hold expires after ${HOLD_LIFETIME_S} seconds`,
    `one query in ${numberWord(OPEN_MS / SECOND_MS, 'en')} seconds tries again`,
  ],
  'docs/architecture.md': [
    `after ${FAILURES_TO_OPEN} timeouts or connection errors in a row`,
    `admits one query every ${brief(OPEN_MS)} until`,
  ],
  'docs/integrators.md': [
    `(1 to ${keyFacts.keyLength} visible ASCII characters). Under it a charged query is repeated free of charge, at most ${keyFacts.keyRepetitions} times and within ${keyFacts.keyMinutes} minutes of the charge`,
    `kept for ${keyFacts.keyHours} hours from its last charge`,
    `the charge up to ${SETTLE_MS / SECOND_MS} more`,
    `A body over ${MAX_BODY_BYTES / 1024} KiB is a 413`,
  ],
  'lib/tasks/tasks.ts': [`that have failed for ${days(DISABLE_FAILING_MS)} days`],
  'lib/contract/clauses.json': [`repeated free ${repetitions}`],
  'clients/typescript/README.md': [`up to ${keyFacts.keyRepetitions} times within`],
  'clients/typescript/src/transport.ts': [`free up to ${repetitions}.`],
  'app/(front)/estado/public-json.ts': [`max-age=${statusFreshS}`],
  'app/estado.atom/route.ts': [`maxAgeS: ${statusFreshS}`],
};

const SENTENCES = Object.entries(STATED).flatMap(([document, sentences]) =>
  sentences.map((sentence) => [document, sentence] as const),
);

it.each(SENTENCES)('%s states the number of the code: %s', (document, sentence) => {
  const text = readFileSync(join(projectRoot, document), 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(sentence);
});
