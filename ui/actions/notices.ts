'use server';

import { z } from 'zod';
import { LANGUAGES } from '@/lib/base/values/language';
import * as notices from '@/lib/console/notices';
import { withTargets } from '@/lib/console/session/action';
import { text } from '@/lib/console/texts/form';
import { NOTICE_TYPES } from '@/lib/notices/kinds';
import * as targets from '@/lib/notices/targets';

const { inTransaction } = notices;

/** Id of an integration, or null for the staff. */
const owner = z.int32().nullable();
/** `expected` is the version that the page showed. */
const shown = z.object({ owner, id: z.int32(), expected: z.int32() });
const delivered = z.object({ owner, id: z.int32(), noticeId: z.uuid() });
const added = z.object({
  owner,
  channel: z.enum(['email', 'webhook']),
  address: text(500),
  locale: z.enum(LANGUAGES),
  /** None for all. */
  types: z.array(z.enum(NOTICE_TYPES)).transform((types) => (types.length > 0 ? types : undefined)),
});

export const addTarget = withTargets(added, notices.addTarget);
export const pauseTarget = withTargets(shown, inTransaction(targets.pauseTarget));
export const resumeTarget = withTargets(shown, inTransaction(targets.resumeTarget));
export const enableTarget = withTargets(shown, notices.enableTarget);
export const renewConfirmation = withTargets(shown, notices.renewConfirmation);
export const rotateSecret = withTargets(shown, inTransaction(targets.rotateSecret));
export const removeTarget = withTargets(shown, inTransaction(targets.removeTarget));
export const sendTest = withTargets(shown, notices.sendTest);
export const resend = withTargets(delivered, notices.resend);
