'use server';

import { z } from 'zod';
import { withPermission } from '@/lib/console/session/action';
import { localInstantSchema, text } from '@/lib/console/texts/form';
import { LOOKUPS } from '@/lib/contract/lookups';
import { STATES } from '@/lib/incidents/list';
import * as incidents from '@/lib/incidents/post';

const posted = { text: text(incidents.MAX_TEXT) };
const openSchema = z.object({
  kind: z.enum(['incident', 'maintenance']),
  title: text(incidents.MAX_TITLE),
  lookups: z.array(z.enum(LOOKUPS)),
  impact: z.enum(['minor', 'major']),
  startsAt: localInstantSchema.optional(),
  endsAt: localInstantSchema.optional(),
  ...posted,
});
const updateSchema = z.object({
  id: z.int32(),
  state: z.enum(STATES).optional(),
  expected: z.int32().optional(),
  ...posted,
});

/** Opens an incident, or adds an update to the one with this id. */
export const postIncident = withPermission(
  'incident.post',
  z.union([updateSchema, openSchema]),
  async (ctx, input) => {
    if ('id' in input) await incidents.updateIncident(ctx, input);
    else await incidents.openIncident(ctx, input);
  },
);

/** As {@link postIncident}, for an incident that switches its lookups off, and on again when it ends. */
export const switchOff = withPermission(
  ['incident.switch_off', 'incident.post'],
  z.union([updateSchema, openSchema]),
  async (ctx, input) => {
    if ('id' in input) await incidents.switchOn(ctx, input);
    else await incidents.switchOff(ctx, input);
  },
);
