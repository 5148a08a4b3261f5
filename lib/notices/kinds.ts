import { z } from 'zod';
import { ACCOUNT_NAMES } from '@/lib/base/env/source-settings';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { LOOKUPS } from '@/lib/contract/lookups';
import type { EpisodeRules } from './episodes';

/** The types of notices. */
interface Kind {
  readonly to: 'integration' | 'staff' | 'both';
  /** For a condition that begins and ends. */
  readonly rules?: EpisodeRules;
  /** Type of the notice of its end. */
  readonly end?: string;
  /** E-mail waits a moment for others that go into the same message. */
  readonly canWait?: boolean;
  /** Fields of `data`. Never names of staff, reasons, notes or identifiers. */
  readonly data: z.ZodObject;
}

/** Decimal text. */
const amount = z.string().regex(/^-?\d+\.\d{2,4}$/);
const instant = z.iso.datetime();
/** Name of the integration. */
const integration = z.string();
const lookup = z.enum(LOOKUPS);
const source = z.enum(ACCOUNT_NAMES);

const ofIntegration = { integration };
const ended = z.object({ ...ofIntegration, since: instant });
const ofLookup = z.object({ ...ofIntegration, lookup });
const ofTariff = { ...ofIntegration, tariff: amount };
const problems = z.object({ problems: z.int() });
const endingToken = z.object({ ...ofIntegration, token: z.string(), ends_at: instant });

/** Every type of notice, one row each. Its texts: `notices` in `texts/service.*.json`. */
export const KINDS = {
  'balance.low': {
    to: 'integration',
    rules: { clearMs: 15 * MINUTE_MS, cooldownMs: 72 * HOUR_MS },
    end: 'balance.restored',
    data: z.object({
      ...ofIntegration,
      available: amount,
      threshold: amount.optional(),
      days_left: z.int().optional(),
    }),
  },
  'balance.restored': {
    to: 'integration',
    canWait: true,
    data: ended,
  },
  'balance.exhausted': {
    to: 'both',
    rules: { clearMs: 5 * MINUTE_MS, cooldownMs: 24 * HOUR_MS },
    data: z.object({ ...ofTariff, available: amount }),
  },
  'cap.reached': {
    to: 'integration',
    rules: { mergeMs: 32 * DAY_MS },
    data: z.object({ ...ofIntegration, period: z.enum(['day', 'month']), cap: amount }),
  },
  'token.ending': {
    to: 'integration',
    rules: {},
    data: endingToken,
  },
  'token.old_used': {
    to: 'integration',
    rules: {},
    data: endingToken,
  },
  'token.rotated': {
    to: 'integration',
    data: z.object({ ...ofIntegration, old_token_until: instant }),
  },
  'token.ended': {
    to: 'integration',
    data: z.object({ ...ofIntegration, tokens: z.array(z.string()) }),
  },
  'lookup.enabled': {
    to: 'integration',
    data: ofLookup,
  },
  'lookup.disabled': {
    to: 'integration',
    data: ofLookup,
  },
  'integration.suspended': {
    to: 'integration',
    data: z.object(ofIntegration),
  },
  'integration.resumed': {
    to: 'integration',
    data: z.object(ofIntegration),
  },
  'limits.changed': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofIntegration, limits: z.array(z.string()) }),
  },
  'tariff.changed': {
    to: 'integration',
    data: z.object(ofTariff),
  },
  'tariff.scheduled': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofTariff, from: instant }),
  },
  'tariff.cancelled': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofTariff, from: instant }),
  },
  'refund.made': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofIntegration, query_id: z.uuid(), amount }),
  },
  'source.down': {
    to: 'both',
    rules: { waitMs: 3 * MINUTE_MS, clearMs: 10 * MINUTE_MS, mergeMs: 30 * MINUTE_MS },
    end: 'source.up',
    data: z.object({ source }),
  },
  'source.up': {
    to: 'both',
    data: z.object({ source, since: instant }),
  },
  'source.shape': {
    to: 'staff',
    rules: {},
    canWait: true,
    data: z.object({ lookup, field: z.string(), since: instant }),
  },
  'incident.posted': {
    to: 'integration',
    canWait: true,
    data: z.object({ title: z.string(), state: z.string() }),
  },
  'refund.requested': {
    to: 'staff',
    data: z.object({ ...ofIntegration, query_id: z.uuid() }),
  },
  'ledger.problem': {
    to: 'staff',
    rules: { cooldownMs: 24 * HOUR_MS },
    data: problems,
  },
  'audit.problem': {
    to: 'staff',
    rules: { cooldownMs: 24 * HOUR_MS },
    data: problems,
  },
  'endpoint.failing': {
    to: 'both',
    data: z.object({ target: z.string(), since: instant }),
  },
  'endpoint.disabled': {
    to: 'both',
    data: z.object({ target: z.string(), reason: z.string() }),
  },
  test: {
    to: 'both',
    data: z.object({}),
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type NoticeType = keyof typeof KINDS;
export type NoticeData<T extends NoticeType> = z.infer<(typeof KINDS)[T]['data']>;

export const NOTICE_TYPES = Object.keys(KINDS).filter(isNoticeType);

export function isNoticeType(text: string): text is NoticeType {
  return Object.hasOwn(KINDS, text);
}

/** Returns a row with the parts that only some kinds have. */
export function kindOf(type: NoticeType): Kind {
  return KINDS[type];
}
