import { z } from 'zod';
import { formatQuetzales } from '@/lib/base/values/money';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { LIMIT_SETTINGS } from '@/lib/integrations/limit-settings';
import { type NewNotice, noticeOf } from '@/lib/notices/add';
import type { AuditRow } from '@/lib/notices/audit-rows';

/** Fields of audit rows that notices need; the rest is not read. */
const fieldsSchema = z
  .looseObject({
    suspended: z.boolean().optional(),
    overlapMs: z.number().optional(),
    tokens: z.array(z.string()).optional(),
    tarifa: z.string().optional(),
    programada: z.string().optional(),
    desde: z.string().optional(),
    query: z.string().optional(),
    title: z.string().optional(),
    state: z.string().optional(),
  })
  .nullable()
  .transform((fields) => fields ?? {})
  .catch({});

type Fields = z.infer<typeof fieldsSchema>;

/** Returns the notice of an incident's row for each of these integrations. */
export function noticesOfIncident(row: AuditRow, receivers: readonly number[]): NewNotice[] {
  if (row.action !== 'incident.post') return [];
  const { title = '', state = '' } = fieldsSchema.parse(row.after);
  return receivers.map((integrationId) =>
    noticeOf(
      'incident.posted',
      { title, state },
      {
        integrationId,
        occurredAt: new Date(row.atMs),
        source: `audit:${row.id}:${integrationId}`,
      },
    ),
  );
}

/** Returns the notices of an audit row. */
export function noticesOfAudit(row: AuditRow): NewNotice[] {
  const { target: integration, integrationId } = row;
  if (integrationId === null) return [];
  const occurredAt = new Date(row.atMs);
  const from = (part: string = row.action) => ({
    integrationId,
    occurredAt,
    source: `audit:${row.id}:${part}`,
  });
  const [before, after] = [fieldsSchema.parse(row.before), fieldsSchema.parse(row.after)];
  const { tarifa = '', programada = '', desde = '', query = '' } = { ...before, ...after };
  switch (row.action) {
    case 'integration.set':
      return noticesOfSettings(before, after, integration, from);
    case 'integration.end_overlap':
      return [noticeOf('token.ended', { integration, tokens: before.tokens ?? [] }, from())];
    case 'integration.rotate':
    case 'integration.rotate_own': {
      const until = new Date(row.atMs + (after.overlapMs ?? 0)).toISOString();
      return [noticeOf('token.rotated', { integration, old_token_until: until }, from())];
    }
    case 'billing.set_tariff':
      return [noticeOf('tariff.changed', { integration, tariff: tarifa }, from())];
    case 'billing.schedule_tariff':
      return [
        noticeOf('tariff.scheduled', { integration, tariff: programada, from: desde }, from()),
      ];
    case 'billing.cancel_tariff':
      return [
        noticeOf('tariff.cancelled', { integration, tariff: programada, from: desde }, from()),
      ];
    case 'billing.refund': {
      const data = {
        integration,
        query_id: query,
        amount: formatQuetzales(BigInt(row.amount ?? 0)),
      };
      return [noticeOf('refund.made', data, from())];
    }
    case 'billing.request_refund': {
      const toStaff = { ...from(), integrationId: null };
      return [noticeOf('refund.requested', { integration, query_id: query }, toStaff)];
    }
    default:
      return [];
  }
}

type From = (part?: string) => Omit<NewNotice, 'type' | 'data'>;

function noticesOfSettings(before: Fields, after: Fields, integration: string, from: From) {
  const lookups = LOOKUPS.flatMap((lookup) => {
    const { flag } = lookupFacts[lookup];
    if (typeof after[flag] !== 'boolean' || after[flag] === before[flag]) return [];
    const type = after[flag] ? 'lookup.enabled' : 'lookup.disabled';
    return [noticeOf(type, { integration, lookup }, from(lookup))];
  });
  const { suspended } = after;
  const limits = LIMIT_SETTINGS.filter((name) => name in after && after[name] !== before[name]);
  return [
    ...lookups,
    ...(suspended === undefined
      ? []
      : [
          noticeOf(
            suspended ? 'integration.suspended' : 'integration.resumed',
            { integration },
            from('suspended'),
          ),
        ]),
    ...(limits.length === 0
      ? []
      : [noticeOf('limits.changed', { integration, limits }, from('limits'))]),
  ];
}
