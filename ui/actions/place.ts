'use server';

import { z } from 'zod';
import { settings } from '@/lib/base/env/settings';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
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
