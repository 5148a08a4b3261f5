'use server';

import { z } from 'zod';
import { type ActionResult, asSelf } from '@/lib/console/action';
import { changePassword, confirmSecondFactor, removeSecondFactor } from '@/lib/users/account';
import { beginSecondFactor } from '@/lib/users/second-factor';
import { endAllSessions } from '@/lib/users/sessions';

const PROVEN = { proof: true };
const code = z.string().max(100);

export async function setPassword(password: unknown): Promise<ActionResult<void>> {
  const wanted = z.string().max(1_000).parse(password);
  return asSelf(
    ({ db, session }) => db.transaction((tx) => changePassword(tx, session, wanted)),
    PROVEN,
  );
}

export async function beginEnrolment(): Promise<ActionResult<{ secret: string; uri: string }>> {
  return asSelf(({ db, session, secondFactorBox }) => {
    const user = { id: session.userId, email: session.email };
    return db.transaction((tx) => beginSecondFactor(tx, secondFactorBox, user));
  }, PROVEN);
}

export async function confirmEnrolment(given: unknown): Promise<ActionResult<string[]>> {
  const first = code.parse(given);
  return asSelf(({ db, session, secondFactorBox }) =>
    db.transaction((tx) => confirmSecondFactor(tx, secondFactorBox, session, first)),
  );
}

export async function removeEnrolment(given: unknown): Promise<ActionResult<void>> {
  const current = code.parse(given);
  return asSelf(
    ({ db, session, secondFactorBox }) =>
      db.transaction((tx) => removeSecondFactor(tx, secondFactorBox, session, current)),
    PROVEN,
  );
}

export async function signOutEverywhere(): Promise<ActionResult<void>> {
  return asSelf(({ db, session }) => endAllSessions(db, session.userId));
}
