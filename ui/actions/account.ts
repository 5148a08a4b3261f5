'use server';

import { z } from 'zod';
import { withOwnAccount } from '@/lib/console/session/action';
import { storeSession } from '@/lib/console/session/authentication';
import * as account from '@/lib/users/account';

const PROVEN = { proof: true };
const password = z.string().max(1_000);
const code = z.string().max(100);

export const provePassword = withOwnAccount(password, async (ctx, given) =>
  storeSession(await account.provePassword(ctx, given), ctx.session),
);
export const changePassword = withOwnAccount(
  z.object({ old: password, password }),
  async (ctx, given) => storeSession(await account.changePassword(ctx, given), ctx.session),
);
export const beginSecondFactor = withOwnAccount(z.void(), account.beginSecondFactor, PROVEN);
export const enrolSecondFactor = withOwnAccount(code, account.enrolSecondFactor, PROVEN);
export const removeSecondFactor = withOwnAccount(code, account.removeSecondFactor, PROVEN);
export const endOwnSession = withOwnAccount(z.int32(), account.endOwnSession, PROVEN);
export const endAllSessions = withOwnAccount(z.void(), account.endAllSessions, PROVEN);
