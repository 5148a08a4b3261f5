'use server';

import { z } from 'zod';
import { changeNotices, noticeSchema, sendAfter } from '@/lib/console/notices';
import { withPermission } from '@/lib/console/session/action';

/** Changes targets of an integration, or of the staff where `owner` is null. */
export const configureNotice = withPermission(
  'notice.configure',
  z.object({ owner: z.int32().nullable(), input: noticeSchema }),
  (ctx, { owner, input }) => changeNotices(ctx, owner, input),
  (permit, { owner, input }, made) => sendAfter({ permit }, owner, input, made),
);
