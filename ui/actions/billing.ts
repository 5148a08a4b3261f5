'use server';

import { z } from 'zod';
import { adjust as adjustVerb } from '@/lib/billing/adjust';
import { refund as refundVerb } from '@/lib/billing/refund';
import * as requests from '@/lib/billing/refund-requests';
import * as tariffs from '@/lib/billing/tariffs';
import { topUp as topUpVerb } from '@/lib/billing/top-up';
import { withPermission } from '@/lib/console/session/action';
import { amountSchema, localInstantSchema, nameSchema, text } from '@/lib/console/texts/form';

/** Names the form as it was shown, so that a form sent twice counts once. */
const key = z.uuid();

const entrySchema = z.object({
  nombre: nameSchema,
  amount: amountSchema,
  nota: text(500),
  referencia: text(100),
  key,
});

export const topUp = withPermission('billing.top_up', entrySchema, topUpVerb);
export const adjust = withPermission('billing.adjust', entrySchema, adjustVerb);

const refundSchema = z.object({ nombre: nameSchema, queryId: z.uuid(), nota: text(500) });

export const refund = withPermission('billing.refund', refundSchema.extend({ key }), refundVerb);
export const requestRefund = withPermission(
  'billing.request_refund',
  refundSchema,
  requests.requestRefund,
);
export const declineRefund = withPermission(
  'billing.decline_refund',
  refundSchema,
  requests.declineRefund,
);

const scheduledSchema = z.object({ tarifa: z.bigint(), from: z.date() });
const expected = z.object({ tarifa: z.bigint(), scheduled: scheduledSchema.nullable() });
const tariffSchema = z.object({ nombre: nameSchema, tarifa: amountSchema, expected });

export const setTariff = withPermission('billing.set_tariff', tariffSchema, tariffs.setTariff);

export const scheduleTariff = withPermission(
  'billing.schedule_tariff',
  tariffSchema.extend({ from: localInstantSchema }),
  tariffs.scheduleTariff,
);

export const cancelTariff = withPermission(
  'billing.cancel_tariff',
  z.object({ nombre: nameSchema, expected: expected.pick({ scheduled: true }) }),
  tariffs.cancelTariff,
);
