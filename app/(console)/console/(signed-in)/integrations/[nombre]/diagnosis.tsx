import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { displayQuetzales } from '@/lib/base/values/money';
import { consoleContext } from '@/lib/console/context';
import { diagnose, type Finding } from '@/lib/console/diagnosis';
import type { IntegrationView } from '@/lib/integrations/find';
import { REPEATED_WITHIN_MINUTES } from '@/lib/recording/habits';
import { figureFormat } from '@/ui/parts/figures';
import { Later } from '@/ui/parts/later';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';

const WARNING = { color: 'var(--mantine-color-orange-text)', style: { flexShrink: 0 } };

/** Shows mistakes of the integrator's client, each with advice that can be passed on. */
export async function DiagnosisSection({ integration }: { readonly integration: IntegrationView }) {
  const t = await getTranslations('diagnosis');
  return (
    <Section title={t('title')} what={t('what')}>
      <Later rows={2}>
        <Findings integration={integration} />
      </Later>
    </Section>
  );
}

async function Findings({ integration }: { readonly integration: IntegrationView }) {
  const t = await getTranslations('diagnosis');
  const { findings, queries } = await diagnose(consoleContext().db, integration);
  if (findings.length === 0) return <Text c="dimmed">{t('none', { count: queries })}</Text>;
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
              {t(`advice.${finding.kind}`)}{' '}
              {'href' in finding && <TextLink href={finding.href}>{t('evidence')}</TextLink>}
            </Note>
          </Stack>
        </li>
      ))}
    </ul>
  );
}

async function Sentence({ finding }: { readonly finding: Finding }) {
  const t = await getTranslations('diagnosis.findings');
  const failures = await getTranslations('failures');
  const { share } = await figureFormat();
  switch (finding.kind) {
    case 'gives_up': {
      const { count, from, to } = finding;
      return to - from <= 1
        ? t('gives_up', { count, seconds: to })
        : t('leaves', { count, from, to });
    }
    case 'repeats_refused':
      return t('repeats_refused', { count: finding.count, reason: failures(finding.reason) });
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
