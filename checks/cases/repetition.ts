import { randomUUID } from 'node:crypto';
import { query } from '@/checks/ask';
import { type Check, type Reply, story } from '@/checks/check';
import { failureOfAnyText, header, status } from '@/checks/expect';
import { cuiNit, type LookupUnderTest, somebody } from '@/checks/lookups';

/** The header by which an answer says that it cost nothing. */
export const FREE = 'x-consulta-sin-cobro';
const FREE_REPETITIONS = 3;

/** A charged query under an idempotency key: three free repetitions, then a refusal. */
function repetition(lookup: LookupUnderTest): Check {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const asks = Array.from({ length: FREE_REPETITIONS + 2 }, (_, n) =>
    query(lookup, { nit: somebody.nit }, { headers, turn: `time ${n}`, charged: n === 0 }),
  );
  return story({
    title: `a charged key is repeated free ${FREE_REPETITIONS} times and then refused`,
    covers: ['money.repetition'],
    needs: ['sandbox'],
    stages: [{ kind: 'one-by-one', asks }],
    holds: (replies) => replies.flatMap(expected),
  });
}

function expected(reply: Reply, place: number) {
  if (place > FREE_REPETITIONS) return failureOfAnyText(409)(reply);
  const free = header(FREE, place === 0 ? undefined : 'true');
  return [...status(200)(reply), ...free(reply)];
}

export const repetitionChecks: readonly Check[] = [repetition(cuiNit)];
