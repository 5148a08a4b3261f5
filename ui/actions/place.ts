'use server';

import { z } from 'zod';
import { settings } from '@/lib/base/env/settings';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import { changeNotices, noticeSchema, sendAfter } from '@/lib/console/notices';
import { withPlace } from '@/lib/console/session/action';
import { rotateOwn as rotateOwnVerb } from '@/lib/integrations/rotate';

/** `expected` is the id of the newest token that the page showed. */
export const rotateOwn = withPlace(
  'integration.rotate_own',
  z.object({ expected: z.int32(), overlapMs: z.literal([HOUR_MS, DAY_MS, 7 * DAY_MS]) }),
  ({ place, ...ctx }, input) =>
    rotateOwnVerb(ctx, {
      ...input,
      nombre: place.nombre,
      deployment: settings().deployment,
    }),
);

const noticeInput = z.object({ input: noticeSchema });

/** Changes targets of the session's integration, whatever owner a request names. */
export const configureNotice = withPlace(
  'notice.configure',
  noticeInput,
  ({ place, ...ctx }, { input }) => changeNotices(ctx, place.id, input),
  ({ place, permit }, { input }, made) => sendAfter({ permit }, place.id, input, made),
);

/** As {@link configureNotice}, for the e-mail address of the session alone. */
export const configureOwnNotice = withPlace(
  'notice.configure_own',
  noticeInput,
  ({ place, session, ...ctx }, { input }) =>
    changeNotices({ ...ctx, own: session.email }, place.id, input),
  ({ place, session, permit }, { input }, made) =>
    sendAfter({ permit, own: session.email }, place.id, input, made),
);
