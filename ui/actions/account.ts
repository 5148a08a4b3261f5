'use server';

import { z } from 'zod';
import { withOwnAccount } from '@/lib/console/session/action';
import { storeSession } from '@/lib/console/session/authentication';
import * as account from '@/lib/users/account';

const RECENT = { needsRecent: true };
const password = z.string().max(1_000);
const code = z.string().max(100);

export const reauthenticate = withOwnAccount(password, async (ctx, given) =>
  storeSession(await account.reauthenticate(ctx, given), ctx.session),
);
export const changePassword = withOwnAccount(
  z.object({ old: password, password }),
  async (ctx, given) => storeSession(await account.changePassword(ctx, given), ctx.session),
);
export const beginSecondFactor = withOwnAccount(z.void(), account.beginSecondFactor, RECENT);
export const enrolSecondFactor = withOwnAccount(code, account.enrolSecondFactor, RECENT);
export const removeSecondFactor = withOwnAccount(code, account.removeSecondFactor, RECENT);
export const endOwnSession = withOwnAccount(z.int32(), account.endOwnSession, RECENT);
export const endAllSessions = withOwnAccount(z.void(), account.endAllSessions, RECENT);
