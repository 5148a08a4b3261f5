import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { displayQuetzales } from '@/lib/base/values/money';
import { consoleContext } from '@/lib/console/session/context';
import { diagnose, type Finding } from '@/lib/console/views/diagnosis';
import { viewer } from '@/lib/console/views/viewer';
import { type Failure, failures } from '@/lib/contract/failures';
import { keyFacts } from '@/lib/contract/idempotency-key';
import type { IntegrationView } from '@/lib/integrations/find';
import { MARKED_WITHIN_MINUTES, REPEATED_WITHIN_MINUTES } from '@/lib/recording/repeated-charges';
import { figureFormat } from '@/ui/parts/figures';
import { GuideLink } from '@/ui/parts/guide-link';
import { Later } from '@/ui/parts/later';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';

const WARNING = { color: 'var(--mantine-color-orange-text)', style: { flexShrink: 0 } };

/** Reads the diagnosis once per request. */
export const findingsOf = cache(async (integration: IntegrationView) => {
  const { pagesOf } = await viewer();
  return diagnose(consoleContext().db, integration, pagesOf(integration.nombre));
});

/** Shows what goes wrong for an integration, each with advice that can be passed on. */
export async function DiagnosisSection({ integration }: { readonly integration: IntegrationView }) {
  const t = await getTranslations('diagnosis');
  const own = await getTranslations('place');
  const { isStaff } = await viewer();
  return (
    <Section
      title={isStaff ? t('title') : own('diagnosisTitle')}
      what={isStaff ? t('what') : own('diagnosisWhat')}
    >
      <Later rows={2}>
        <Findings integration={integration} />
      </Later>
      <div>
        <GuideLink section="errores" />
      </div>
    </Section>
  );
}

async function Findings({ integration }: { readonly integration: IntegrationView }) {
  const t = await getTranslations('diagnosis');
  const { findings, queries } = await findingsOf(integration);
  if (findings.length === 0) {
    return (
      <>
        <Text c="dimmed">{t('none', { count: queries })}</Text>
        {queries > 0 && <MarkedLater />}
      </>
    );
  }
  return (
    <ul className="bare findings">
      {findings.map((finding) => (
        <li key={'reason' in finding ? finding.reason : finding.kind}>
          <IconAlertTriangle size={20} {...WARNING} aria-hidden />
          <Stack gap={2}>
            <Text fw={600}>
              <Sentence finding={finding} />
            </Text>
            <Note>
              <Advice finding={finding} />{' '}
              {'href' in finding && <TextLink href={finding.href}>{t('evidence')}</TextLink>}
            </Note>
            {finding.kind === 'pays_twice' && <MarkedLater />}
          </Stack>
        </li>
      ))}
    </ul>
  );
}

/** Says that charges of the last minutes are missing. */
export async function MarkedLater() {
  const t = await getTranslations('queries');
  return <Note>{t('markedLater', { minutes: MARKED_WITHIN_MINUTES })}</Note>;
}

async function Advice({ finding }: { readonly finding: Finding }) {
  const t = await getTranslations('diagnosis.advice');
  const explained = await getTranslations('explain.advice');
  if (finding.kind !== 'refused') return t(finding.kind);
  return explained(failures[finding.reason].remedy, keyFacts);
}

async function Sentence({ finding }: { readonly finding: Finding }) {
  const t = await getTranslations('diagnosis.findings');
  const reasons = await getTranslations('failures');
  const { share } = await figureFormat();
  switch (finding.kind) {
    case 'gives_up': {
      const { count, from, to } = finding;
      return to - from <= 1
        ? t('gives_up', { count, seconds: to })
        : t('leaves', { count, from, to });
    }
    case 'refused':
      return <RefusedSentence finding={finding} reason={reasons(finding.reason)} />;
    case 'repeats_failed':
      return t('repeats_failed', { count: finding.count, minutes: REPEATED_WITHIN_MINUTES });
    case 'pays_twice':
      return t('pays_twice', {
        count: finding.count,
        amount: displayQuetzales(finding.amount),
        minutes: REPEATED_WITHIN_MINUTES,
      });
    case 'no_request_id':
      return t('no_request_id', { share: share(finding.share) });
    case 'old_token': {
      const { count, token, expiresAt } = finding;
      const end = () => (expiresAt === null ? '—' : <Instant at={expiresAt} />);
      return t.rich('old_token', { count, token, end });
    }
  }
}

/** The text of the change behind a reason; others are about tokens. */
const CHANGED: Partial<Record<Failure, 'suspended' | 'flag'>> = {
  integration_suspended: 'suspended',
  not_enabled: 'flag',
};

interface RefusedProps {
  readonly finding: Extract<Finding, { kind: 'refused' }>;
  readonly reason: string;
}

async function RefusedSentence({ finding, reason }: RefusedProps) {
  const t = await getTranslations('diagnosis.findings');
  const changed = await getTranslations('refusals.changed');
  const { actorOf } = await viewer();
  const { count, since, last, token, change, lookups = [] } = finding;
  const names = await getTranslations('lookupsAndPaths');
  const spans = since.getTime() !== last.getTime();
  return (
    <>
      {t.rich(spans ? 'refused' : 'refusedAt', {
        count,
        reason,
        since: () => <Instant at={since} />,
        last: () => <Instant at={last} />,
      })}{' '}
      {lookups.length > 0 &&
        t('refusedLookups', { lookups: lookups.map((one) => names(one)).join(', ') })}{' '}
      {token !== undefined && t('refusedToken', { token })}{' '}
      {change !== undefined &&
        changed.rich(CHANGED[finding.reason] ?? 'tokens', {
          actor: actorOf(change.actor),
          when: () => <Instant at={change.at} />,
        })}
    </>
  );
}
