import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { numberWord } from '@/lib/base/values/language';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { BACK_OFF_MS, DISABLE_FAILING_MS, NOTIFY_FAILING_MS } from '@/lib/notices/finish';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@/lib/users/rules';
import { ABSOLUTE_HOURS, IDLE_MINUTES, REAUTHENTICATION_LASTS_S } from '@/lib/users/sessions';
import { FIRST_DELAY_S, WINDOW_MINUTES } from '@/lib/users/throttle';
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

const pauses = BACK_OFF_MS.map(brief);
const [first = 0, last = 0] = [BACK_OFF_MS.at(0), BACK_OFF_MS.at(-1)];
const session = `${ABSOLUTE_HOURS} hours, ${IDLE_MINUTES} minutes idle`;

/** What documents say in numbers that the code holds. A new number there gets its sentence here. */
const STATED: readonly (readonly [string, string])[] = [
  [
    'docs/operators.md',
    `${SLOTS.max} requests at a time with the pages process, of which ${SLOTS.maxPerKey} for one address or session, and ${SLOTS.maxWaiting} waiting`,
  ],
  ['docs/operators.md', `There are ${written(MAX_SOCKETS)} connections in all.`],
  ['docs/operators.md', `an IPv4 address or IPv6 /48 may have ${MAX_SOCKETS_PER_SITE}.`],
  ['docs/operators.md', `From ${written(MAX_SOCKETS - RESERVED_SOCKETS)} on, a new connection`],
  ['docs/operators.md', `the last ${written(RESERVED_SOCKETS)} are for addresses`],
  ['docs/operators.md', `closed after ${REFUSED_IDLE_MS / SECOND_MS} idle seconds`],
  [
    'docs/operators.md',
    `asked after ${pauses.slice(0, -1).join(', ')} and then every ${pauses.at(-1)}`,
  ],
  ['docs/operators.md', `after ${days(NOTIFY_FAILING_MS)} days its integration's other targets`],
  ['docs/operators.md', `after ${days(DISABLE_FAILING_MS)} it is disabled`],
  [
    'messages/docs.en.json',
    `from ${first / SECOND_MS} seconds to ${last / HOUR_MS} hours (or what`,
  ],
  ['messages/docs.en.json', `so do ${days(DISABLE_FAILING_MS)} days of failures`],
  ['messages/docs.es.json', `de ${first / SECOND_MS} segundos a ${last / HOUR_MS} horas (o lo`],
  ['messages/docs.es.json', `${numberWord(DISABLE_FAILING_MS / DAY_MS, 'es')} días de fallas`],
  [
    'docs/people-and-data.md',
    `A session lasts ${ABSOLUTE_HOURS} hours, and ${IDLE_MINUTES} minutes without use.`,
  ],
  [
    'docs/people-and-data.md',
    `last entered more than ${REAUTHENTICATION_LASTS_S / 60} minutes ago`,
  ],
  [
    'docs/people-and-data.md',
    `Failed sign-ins within ${WINDOW_MINUTES} minutes make the next one wait: ${FIRST_DELAY_S} s,`,
  ],
  [
    'docs/people-and-data.md',
    `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  ],
  ['docs/security.md', session],
  ['docs/asvs.md', session],
  ['docs/integrators.md', `A body over ${MAX_BODY_BYTES / 1024} KiB is a 413`],
];

it.each(STATED)('%s states the number of the code: %s', (document, sentence) => {
  const text = readFileSync(join(projectRoot, document), 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(sentence);
});
