import { Stack, Text } from '@mantine/core';
import { getLocale, getTranslations } from 'next-intl/server';
import { type AuditProblem, MAX_PROBLEMS } from '@/lib/audit/verify';
import { sourceTitle } from '@/lib/base/env/source-settings';
import { dayOf } from '@/lib/base/time/guatemala';
import { languageOf } from '@/lib/base/values/language';
import type { LedgerProblem } from '@/lib/billing/verify-ledger';
import { consoleContext } from '@/lib/console/session/context';
import { auditPath } from '@/lib/console/views/audit-view';
import { queriesPath } from '@/lib/console/views/statistics-view';
import { failures } from '@/lib/contract/failures';
import { titleOf } from '@/lib/contract/lookups';
import { readSwitchedOff } from '@/lib/incidents/switched-off';
import type { FieldDrift } from '@/lib/sources/shapes';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import type { ChartBar } from '@/lib/statistics/charts';
import { type Health, type SourceState, type Trouble, troublesOf } from '@/lib/statistics/health';
import type { RefusalsByReason } from '@/lib/statistics/refusals';
import { sumOf } from '@/lib/statistics/traffic';
import { StripParts } from '@/ui/charts/drawings';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { SwitchedOffBanner } from '@/ui/records/switched-off';
import { DotBadge, type DotColour } from '@/ui/table/dot-badge';
import { IntegrationLink } from '@/ui/table/integration';
import { Sentence } from './sentence';

/** Problems of one kind that are named. The others are only counted. */
const MOST_NAMED = 3;

interface HealthSectionProps {
  readonly health: Health;
  readonly bars: readonly ChartBar[];
  readonly labels: readonly string[];
  readonly refusals: readonly RefusalsByReason[];
  /** Findings of the last verification of the ledger. */
  readonly ledger: readonly LedgerProblem[];
  /** Rows of the audit log that were changed outside the service. */
  readonly audit: readonly AuditProblem[];
  /** Fields of the sources that are not as usual. */
  readonly drift: readonly FieldDrift[];
  /** Integrations whose spending cap refuses their queries now. */
  readonly capped: number;
  /** Times of the period that the bars count. */
  readonly counted: ChartPeriod;
  /** Users who reached their limit of shown identifiers today, for readers of the audit log. */
  readonly usedUp: readonly string[];
}

/** Says whether something is wrong now and whose fault it is, and shows the period by source. */
export async function HealthSection(props: HealthSectionProps) {
  const { health, bars, labels, refusals, counted } = props;
  const language = languageOf(await getLocale());
  const t = await getTranslations('overview');
  const before = refusals
    .filter(({ reason }) => failures[reason].responsible === 'ours')
    .reduce((sum, { refusals: count }) => sum + count, 0);
  return (
    <Section title={t('health')} what={t('healthWhat')}>
      <Verdict {...props} />
      <ul className="bare">
        {health.sources.map(({ source, state, lookups: own }) => (
          <Strip
            key={source}
            name={sourceTitle(source, language)}
            state={state}
            href={queriesPath(counted, { source, responsible: 'source' })}
            labels={labels}
            parts={bars.map(({ lookups }) => ({
              queries: own.reduce((sum, lookup) => sum + sumOf(lookups[lookup]), 0),
              failed: own.reduce((sum, lookup) => sum + lookups[lookup].source, 0),
            }))}
          />
        ))}
        <Strip
          name={t('ourselves')}
          state={health.ours.failed > 0 ? 'failing' : 'fine'}
          href={queriesPath(counted, { responsible: 'ours' })}
          labels={labels}
          parts={bars.map(({ queries, results }) => ({ queries, failed: results.ours }))}
          more={before}
        />
      </ul>
    </Section>
  );
}

interface StripProps {
  readonly name: string;
  readonly state: SourceState;
  readonly href: string;
  readonly labels: readonly string[];
  readonly parts: readonly { readonly queries: number; readonly failed: number }[];
  /** Requests that failed before they became queries. */
  readonly more?: number;
}

const COLOURS: Readonly<Record<SourceState, DotColour>> = {
  quiet: 'plain',
  fine: 'plain',
  failing: 'orange',
  down: 'red',
};

async function Strip({ name, state, href, labels, parts, more = 0 }: StripProps) {
  const t = await getTranslations('overview');
  const { count, share } = await figureFormat();
  const failed = parts.reduce((sum, part) => sum + part.failed, more);
  const queries = parts.reduce((sum, part) => sum + part.queries, more);
  const words = (of: StripProps['parts'][number]) =>
    t('failedOf', { failed: count(of.failed), queries: count(of.queries) });
  return (
    <li className="strip">
      <Text span size="sm" fw={600}>
        {name}
      </Text>
      <DotBadge colour={COLOURS[state]}>{t(`states.${state}`)}</DotBadge>
      <Text span size="sm" c="dimmed" title={words({ failed, queries })}>
        <TextLink href={href} look="plain">
          {queries === 0 ? t('noQueries') : t('failedShare', { share: share(failed / queries) })}
        </TextLink>
      </Text>
      <StripParts
        parts={parts}
        titles={parts.map((part, place) => `${labels[place]}: ${words(part)}`)}
      />
    </li>
  );
}

/** Sums up the present state, in one sentence per problem, the worst first. */
async function Verdict(props: HealthSectionProps) {
  const { health, ledger, audit, drift, capped, usedUp } = props;
  const switchedOff = await readSwitchedOff(consoleContext().db.$client);
  const t = await getTranslations('overview');
  const troubles = troublesOf(health);
  const isFine =
    capped === 0 &&
    switchedOff.size === 0 &&
    [troubles, ledger, audit, drift, usedUp].every(({ length }) => length === 0);
  const quiet = health.sources.every(({ state }) => state === 'quiet');
  return (
    <Stack gap="xs" role="status">
      <LedgerSentences ledger={ledger} />
      {audit.length > 0 && (
        <Sentence tone="bad">
          {t('trouble.audit', {
            count: audit.length,
            all: String(audit.length < MAX_PROBLEMS),
            id: audit[0]?.id ?? '',
          })}
        </Sentence>
      )}
      {troubles.map((trouble) => (
        <Sentence
          key={subjectOf(trouble)}
          tone={WARNINGS.includes(trouble.kind) ? 'warning' : 'bad'}
        >
          {sentenceOf(trouble)}
        </Sentence>
      ))}
      <SwitchedOffBanner switchedOff={switchedOff} />
      <Drift drift={drift} />
      <Capped count={capped} />
      <UsedUp users={usedUp} />
      {isFine && <Sentence tone={quiet ? 'quiet' : 'good'}>{t(quiet ? 'quiet' : 'fine')}</Sentence>}
    </Stack>
  );
}

/** Names the fields that a source has changed: integrators may receive nulls. */
async function Drift({ drift }: Pick<HealthSectionProps, 'drift'>) {
  const t = await getTranslations('overview');
  const language = languageOf(await getLocale());
  if (drift.length === 0) return null;
  return (
    <Sentence tone="warning">
      {t.rich('trouble.drift', {
        count: drift.length,
        fields: drift
          .slice(0, MOST_NAMED)
          .map(({ lookup, name }) => `${titleOf(lookup, language)} ${name}`)
          .join(', '),
        more: Math.max(0, drift.length - MOST_NAMED),
        link: (text) => <TextLink href="/console/statistics#fields">{text}</TextLink>,
      })}
    </Sentence>
  );
}

/** Says how many integrations their spending cap blocks. */
async function Capped({ count }: { readonly count: number }) {
  const t = await getTranslations('overview');
  if (count === 0) return null;
  return (
    <Sentence tone="warning">
      {t.rich('trouble.capped', {
        count,
        link: (text) => <TextLink href="/console/integrations?state=capped">{text}</TextLink>,
      })}
    </Sentence>
  );
}

/** Names users who have shown many identifiers today, with their rows of the audit log. */
async function UsedUp({ users }: { readonly users: readonly string[] }) {
  const t = await getTranslations('overview');
  return users.map((actor) => (
    <Sentence key={actor} tone="warning">
      {t.rich('trouble.reveals', {
        actor,
        link: (text) => (
          <TextLink href={auditPath({ actor, action: 'query.reveal', from: dayOf(new Date()) })}>
            {text}
          </TextLink>
        ),
      })}
    </Sentence>
  ));
}

/** Names the first accounts that do not balance, and by which rule. */
async function LedgerSentences({ ledger }: Pick<HealthSectionProps, 'ledger'>) {
  const t = await getTranslations('overview');
  const counts = new Map<string, LedgerProblem & { count: number }>();
  for (const problem of ledger) {
    const key = `${problem.nombre} ${problem.rule}`;
    counts.set(key, { ...problem, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const alike = [...counts];
  const rest = alike.slice(MOST_NAMED).reduce((sum, [, { count }]) => sum + count, 0);
  return (
    <>
      {alike.slice(0, MOST_NAMED).map(([key, { nombre, rule, count }]) => (
        <Sentence key={key} tone="bad">
          {t.rich('trouble.ledger', {
            count,
            rule: t(`rules.${rule}`),
            link: () => <IntegrationLink nombre={nombre} />,
          })}
        </Sentence>
      ))}
      {rest > 0 && <Sentence tone="bad">{t('trouble.moreLedger', { count: rest })}</Sentence>}
    </>
  );
}

/** Kinds of trouble in which most queries are still answered. */
const WARNINGS: readonly Trouble['kind'][] = ['failing', 'slow'];

function subjectOf(trouble: Trouble): string {
  if (trouble.kind === 'ours') return 'ours';
  return 'source' in trouble ? trouble.source : `${trouble.kind} ${trouble.lookup}`;
}

const SINCE = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

async function sentenceOf(trouble: Trouble): Promise<string> {
  const t = await getTranslations('overview');
  const lookups = await getTranslations('lookups');
  const { share, count, instant, duration } = await figureFormat();
  if (trouble.kind === 'slow') {
    const { lookup, p95Ms, usualMs } = trouble;
    return t(usualMs === undefined ? 'trouble.slow' : 'trouble.slower', {
      lookup: lookups(lookup),
      p95: duration(p95Ms),
      usual: duration(usualMs, true),
    });
  }
  const { failed } = trouble;
  if (trouble.kind === 'paused') {
    return t('trouble.paused', { lookup: lookups(trouble.lookup), failed });
  }
  const at = trouble.since;
  const since = at === undefined ? '' : t('since', { at: instant(at, SINCE) });
  if (trouble.kind === 'ours') return t('trouble.ours', { failed, since });
  const sentence = t(`trouble.${trouble.kind}`, {
    source: sourceTitle(trouble.source, languageOf(await getLocale())),
    failure: trouble.failure ?? 'other',
    share: share(failed / trouble.queries),
    failed: count(failed),
    since,
  });
  const { calmSince } = trouble;
  return calmSince === undefined
    ? sentence
    : `${sentence} ${t('calmSince', { at: instant(calmSince, SINCE) })}`;
}
