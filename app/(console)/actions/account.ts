'use server';

import { z } from 'zod';
import { type ActionResult, asSelf } from '@/lib/console/action';
import { changePassword, confirmSecondFactor, removeSecondFactor } from '@/lib/users/account';
import { beginSecondFactor } from '@/lib/users/second-factor';
import { endAllSessions } from '@/lib/users/sessions';

const PROVEN = { proof: true };
const codeSchema = z.string().max(100);

export async function setPassword(input: unknown): Promise<ActionResult<void>> {
  return asSelf(
    z.string().max(1_000),
    input,
    (password, { db, session }) => db.transaction((tx) => changePassword(tx, session, password)),
    PROVEN,
  );
}

export async function beginEnrolment(): Promise<ActionResult<{ secret: string; uri: string }>> {
  return asSelf(
    z.undefined(),
    undefined,
    (_nothing, { db, session, secondFactorBox }) => {
      const user = { id: session.userId, email: session.email };
      return db.transaction((tx) => beginSecondFactor(tx, secondFactorBox, user));
    },
    PROVEN,
  );
}

export async function confirmEnrolment(input: unknown): Promise<ActionResult<string[]>> {
  return asSelf(codeSchema, input, (code, { db, session, secondFactorBox }) =>
    db.transaction((tx) => confirmSecondFactor(tx, secondFactorBox, session, code)),
  );
}

export async function removeEnrolment(input: unknown): Promise<ActionResult<void>> {
  return asSelf(
    codeSchema,
    input,
    (code, { db, session, secondFactorBox }) =>
      removeSecondFactor(db, secondFactorBox, session, code),
    PROVEN,
  );
}

export async function signOutEverywhere(): Promise<ActionResult<void>> {
  return asSelf(z.undefined(), undefined, (_nothing, { db, session }) =>
    endAllSessions(db, session.userId),
  );
}
