import { docsTexts } from '@/app/(docs)/texts';
import type { Language } from '@/lib/base/values/language';
import { lookupFacts } from '@/lib/contract/lookups';
import type { Incident } from '@/lib/incidents/list';
import type { PublicStatus, ShownState } from '@/lib/watch/public-status';

const PAGE_ID = 'pasarela';

const INDICATORS: Readonly<Record<ShownState, string>> = {
  quiet: 'none',
  operational: 'none',
  under_maintenance: 'maintenance',
  degraded_performance: 'minor',
  major_outage: 'critical',
};

export const STATUSPAGE_DOCUMENTS = ['summary', 'status', 'components', 'incidents'] as const;

/** Makes a document with the field names of Statuspage v2. */
export function statuspage(
  name: (typeof STATUSPAGE_DOCUMENTS)[number],
  status: PublicStatus,
  language: Language,
  origin: string,
): object {
  const { page, components, ...fields } = fieldsOf(status, language, origin);
  const isOpen = (posted: { resolved_at: Date | null }) => posted.resolved_at === null;
  switch (name) {
    case 'summary':
      return {
        page,
        status: fields.status,
        components,
        incidents: fields.incidents.filter(isOpen),
        scheduled_maintenances: fields.maintenance.filter(isOpen),
      };
    case 'status':
      return { page, status: fields.status };
    case 'components':
      return { page, components };
    case 'incidents':
      return { page, incidents: fields.incidents };
  }
}

function fieldsOf(status: PublicStatus, language: Language, origin: string) {
  const { headline, lookups, incidents, measuredAt } = status;
  const components = lookups.map(({ lookup, state, since }, index) => ({
    id: lookup,
    name: lookupFacts[lookup].path,
    description: lookupFacts[lookup].title[language],
    status: state === 'quiet' ? 'operational' : state,
    created_at: null,
    updated_at: since ?? measuredAt,
    position: index + 1,
    showcase: true,
    group: false,
    group_id: null,
    only_show_if_degraded: false,
    page_id: PAGE_ID,
  }));
  const posted = (kind: Incident['kind']) =>
    incidents
      .filter((incident) => incident.kind === kind)
      .map((incident) => ({
        ...incidentFields(incident, `${origin}/estado?lang=${language}`),
        components: components.filter(({ id }) => incident.lookups.includes(id)),
      }));
  return {
    page: {
      id: PAGE_ID,
      name: 'Pasarela',
      url: `${origin}/estado`,
      time_zone: 'America/Guatemala',
      updated_at: measuredAt,
    },
    status: {
      indicator: INDICATORS[headline],
      description: headlineOf(status, language),
    },
    components,
    incidents: posted('incident'),
    maintenance: posted('maintenance').map((fields) => {
      const planned = incidents.find(({ id }) => String(id) === fields.id);
      return {
        ...fields,
        scheduled_for: planned?.startsAt ?? null,
        scheduled_until: planned?.endsAt ?? null,
      };
    }),
  };
}

/** Says how the lookups are; of those that nobody asked lately nothing is known. */
export function headlineOf(
  { headline, lookups }: Pick<PublicStatus, 'headline' | 'lookups'>,
  language: Language,
): string {
  const t = docsTexts(language);
  const known = lookups.filter(({ state }) => state !== 'quiet').length;
  return headline === 'operational' && known < lookups.length
    ? t('status.headline.some_operational', { known, all: lookups.length })
    : t(`status.headline.${headline}`);
}

function incidentFields(incident: Incident, page: string) {
  const { id, kind, title, state, impact, startsAt, resolvedAt, updates } = incident;
  const [newest] = updates;
  const monitoring = updates.findLast((update) => update.state === 'monitoring');
  return {
    id: String(id),
    name: title,
    status: state,
    impact: kind === 'maintenance' ? 'maintenance' : impact,
    created_at: updates.at(-1)?.at ?? startsAt,
    started_at: startsAt,
    updated_at: newest?.at ?? startsAt,
    monitoring_at: monitoring?.at ?? null,
    resolved_at: resolvedAt,
    shortlink: `${page}#incidencia-${id}`,
    page_id: PAGE_ID,
    incident_updates: updates.map((update) => ({
      id: String(update.id),
      incident_id: String(id),
      status: update.state,
      body: update.text,
      created_at: update.at,
      updated_at: update.at,
      display_at: update.at,
    })),
  };
}
