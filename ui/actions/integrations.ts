'use server';

import { z } from 'zod';
import { Rejection } from '@/lib/access/rejection';
import { settings } from '@/lib/base/env/settings';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import { recordOf } from '@/lib/base/values/record';
import { topUp } from '@/lib/billing/top-up';
import { withPermission } from '@/lib/console/session/action';
import { amountSchema, nameSchema, text } from '@/lib/console/texts/form';
import { FLAGS } from '@/lib/contract/lookups';
import { createIntegration as createIntegrationVerb } from '@/lib/integrations/create';
import { describeIntegration as describeIntegrationVerb } from '@/lib/integrations/describe';
import { DETAIL_NAMES } from '@/lib/integrations/description';
import { LIMIT_SETTINGS } from '@/lib/integrations/limit-settings';
import { endOverlap as endOverlapVerb, rotate as rotateVerb } from '@/lib/integrations/rotate';
import {
  requireProofKey,
  SWITCHES,
  setIntegration as setIntegrationVerb,
} from '@/lib/integrations/set';
import { requireRecentPassword } from '@/lib/users/sessions';

const createSchema = z.object({
  nombre: text(200),
  flags: z.array(z.enum(FLAGS)).readonly(),
  tariff: amountSchema,
  balance: amountSchema,
  nota: text(100),
});

/** Creates an integration with its first balance: both or neither. */
export const createIntegration = withPermission(
  ['integration.create', 'billing.top_up'],
  createSchema,
  async (ctx, { nombre, flags, tariff, balance, nota }) => {
    const created = await createIntegrationVerb(ctx, {
      nombre,
      flags: Object.fromEntries(flags.map((flag) => [flag, true])),
      tarifa: tariff,
      deployment: settings().deployment,
    });
    if (balance !== 0n) await topUp(ctx, { nombre, amount: balance, nota });
    return { nombre: created.nombre, token: created.token };
  },
);

const nameAndVersion = z.object({ nombre: nameSchema, expected: z.int32() });

/**
 * Returns the version it leaves: the next change of the same page expects that one. Throws
 * {@link Rejection} `reauthentication_required` for limits, because caps and networks guard money.
 */
export const setIntegration = withPermission(
  'integration.set',
  nameAndVersion.extend({
    switches: z.partialRecord(z.enum(SWITCHES), z.boolean()).default({}),
    limits: z.partialRecord(z.enum(LIMIT_SETTINGS), text(2_000)).default({}),
    reason: text(500).optional(),
  }),
  (ctx, input) => {
    if (Object.keys(input.limits).length > 0) requireRecentPassword(ctx.session);
    requireProofKey(input.switches, settings());
    return setIntegrationVerb(ctx, input);
  },
);

const emptyAsNull = z.union([z.literal('').transform(() => null), amountSchema]);

export const describeIntegration = withPermission(
  'integration.describe',
  // The verb knows how long each text may be.
  nameAndVersion.extend({
    ...recordOf(DETAIL_NAMES, () => text(10_000)),
    low_balance: emptyAsNull,
  }),
  describeIntegrationVerb,
);

const overlapMs = z.literal([0, HOUR_MS, DAY_MS, 7 * DAY_MS]);

/** `expected` is the id of the newest token that the page showed. */
export const rotate = withPermission(
  'integration.rotate',
  nameAndVersion.extend({ overlapMs }),
  (ctx, input) => rotateVerb(ctx, { ...input, deployment: settings().deployment }),
);

export const endOverlap = withPermission('integration.end_overlap', nameAndVersion, endOverlapVerb);
