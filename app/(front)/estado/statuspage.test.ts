import { expect, it } from 'vitest';
import { z } from 'zod';
import { LOOKUPS } from '@/lib/contract/lookups';
import type { Incident } from '@/lib/incidents/list';
import type { PublicStatus } from '@/lib/watch/public-status';
import { STATUSPAGE_DOCUMENTS, statuspage } from './statuspage';

/** Fields of one type. */
const fields = <T extends z.ZodType>(type: T, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, type]));

const text = z.string();
const at = z.iso.datetime().nullable();
const pageSchema = z.strictObject({
  ...fields(text, 'id', 'name', 'time_zone'),
  url: z.url(),
  updated_at: z.iso.datetime(),
});
const componentSchema = z.strictObject({
  ...fields(text, 'id', 'name', 'page_id'),
  ...fields(text.nullable(), 'description', 'group_id'),
  ...fields(z.boolean(), 'showcase', 'group', 'only_show_if_degraded'),
  ...fields(at, 'created_at', 'updated_at'),
  status: z.enum([
    'operational',
    'under_maintenance',
    'degraded_performance',
    'partial_outage',
    'major_outage',
  ]),
  position: z.int(),
});
const updateSchema = z.strictObject({
  ...fields(text, 'id', 'incident_id', 'status', 'body'),
  ...fields(at, 'created_at', 'updated_at', 'display_at'),
});
const incidentSchema = z.strictObject({
  ...fields(text, 'id', 'name', 'page_id'),
  ...fields(at, 'created_at', 'started_at', 'updated_at', 'monitoring_at', 'resolved_at'),
  shortlink: z.url(),
  status: z.enum(['investigating', 'identified', 'monitoring', 'resolved']),
  impact: z.enum(['none', 'minor', 'major', 'critical']),
  incident_updates: z.array(updateSchema),
  components: z.array(componentSchema),
});
const maintenanceSchema = incidentSchema.extend({
  status: z.enum(['scheduled', 'in_progress', 'verifying', 'completed']),
  impact: z.literal('maintenance'),
  scheduled_for: at,
  scheduled_until: at,
});
const headline = z.strictObject({
  indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
  description: z.string(),
});
/** Documents and fields of the public API of a Statuspage, version 2. */
const STATUSPAGE: Readonly<Record<(typeof STATUSPAGE_DOCUMENTS)[number], z.ZodType>> = {
  summary: z.strictObject({
    page: pageSchema,
    status: headline,
    components: z.array(componentSchema),
    incidents: z.array(incidentSchema),
    scheduled_maintenances: z.array(maintenanceSchema),
  }),
  status: z.strictObject({ page: pageSchema, status: headline }),
  components: z.strictObject({ page: pageSchema, components: z.array(componentSchema) }),
  incidents: z.strictObject({ page: pageSchema, incidents: z.array(incidentSchema) }),
};

const now = new Date('2026-11-21T18:00:00Z');
const incident: Incident = {
  id: 7,
  kind: 'incident',
  title: 'RTU lento',
  lookups: ['rtu'],
  impact: 'minor',
  startsAt: now,
  endsAt: null,
  resolvedAt: null,
  state: 'monitoring',
  switchesOff: false,
  updates: [
    { id: 9, at: now, state: 'monitoring', text: 'Ya responde.' },
    { id: 8, at: now, state: 'investigating', text: 'Lo revisamos.' },
  ],
};
const status: PublicStatus = {
  measuredAt: now,
  headline: 'major_outage',
  lookups: LOOKUPS.map((lookup) => ({
    lookup,
    state: lookup === 'rtu' ? 'major_outage' : 'quiet',
    days: [],
    outages: [],
  })),
  incidents: [
    incident,
    { ...incident, id: 6, state: 'resolved', resolvedAt: now },
    { ...incident, id: 5, kind: 'maintenance', state: 'in_progress', endsAt: now, updates: [] },
  ],
};

it.each(STATUSPAGE_DOCUMENTS)('%s has the fields of a Statuspage of version 2', (name) => {
  const document = statuspage(name, status, 'en', 'https://pasarela.example');
  expect(() => STATUSPAGE[name].parse(JSON.parse(JSON.stringify(document)))).not.toThrow();
});

it('the summary has what is open alone, and no recent query counts as working', () => {
  expect(statuspage('summary', status, 'en', 'https://pasarela.example')).toMatchObject({
    status: { indicator: 'critical', description: 'At least one lookup does not answer.' },
    components: LOOKUPS.map((id) => ({
      id,
      status: id === 'rtu' ? 'major_outage' : 'operational',
    })),
    incidents: [{ id: '7', components: [{ id: 'rtu' }] }],
    scheduled_maintenances: [{ id: '5', impact: 'maintenance', scheduled_until: now }],
  });
});
