'use server';

import { z } from 'zod';
import { withOwnAccount } from '@/lib/console/action';
import * as account from '@/lib/users/account';

const PROVEN = { proof: true };
const password = z.string().max(1_000);
const code = z.string().max(100);

export const provePassword = withOwnAccount(password, account.provePassword);
export const changePassword = withOwnAccount(password, account.changePassword, PROVEN);
export const beginSecondFactor = withOwnAccount(z.void(), account.beginSecondFactor, PROVEN);
export const enrolSecondFactor = withOwnAccount(code, account.enrolSecondFactor);
export const removeSecondFactor = withOwnAccount(code, account.removeSecondFactor, PROVEN);
export const endAllSessions = withOwnAccount(z.void(), account.endAllSessions);
