import '@/ui/integration/integration.css';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { may } from '@/lib/access/permissions';
import { displayQuetzales } from '@/lib/base/values/money';
import { consoleContext } from '@/lib/console/session/context';
import { requirePlace } from '@/lib/console/session/guard';
import { paceOf } from '@/lib/console/views/integration';
import { PAGES_OF_PLACE } from '@/lib/console/views/pages';
import { listIncidents } from '@/lib/incidents/list';
import { readSwitchedOff } from '@/lib/incidents/switched-off';
import { listFailing } from '@/lib/notices/list';
import { NO_USAGE, queriesByLookup } from '@/lib/statistics/usage';
import { CapBanner, SuspensionBanner } from '@/ui/integration/banners';
import { DiagnosisSection, findingsOf } from '@/ui/integration/diagnosis';
import { Flags } from '@/ui/integration/flags';
import { Limits } from '@/ui/integration/limits';
import { Rotation } from '@/ui/integration/rotation';
import { Tokens } from '@/ui/integration/tokens';
import { Runway } from '@/ui/ledger/account';
import { PageTitle } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { titled } from '@/ui/shell/metadata';
import { ActiveBadge } from '@/ui/table/integration';
import { LastDay } from './last-day';

export const generateMetadata = titled('place.title');

/** Answers what an integrator asks first: what to change, how much is left, and who is at fault. */
export default async function PlacePage() {
  const { session, place } = await requirePlace();
  const { id, suspendedAt, saldo, reservado } = place;
  const t = await getTranslations('place');
  const now = new Date();
  const [used, perDay, incidents, failing, off] = await Promise.all([
    queriesByLookup(consoleContext().db, [id]),
    paceOf(id),
    listIncidents(consoleContext().db, { endedSince: now }, now),
    listFailing(consoleContext().db, id),
    readSwitchedOff(consoleContext().db.$client),
  ]);
  const available = saldo - reservado;
  const mayRotate =
    may(session.role, 'integration.rotate_own') && place.own_rotation && suspendedAt === null;
  const { findings } = await findingsOf(place);
  const diagnosis = <DiagnosisSection integration={place} />;
  return (
    <Stack gap="lg" maw={1240}>
      <Stack gap={4}>
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <PageTitle>{place.nombre}</PageTitle>
            <ActiveBadge suspendedAt={suspendedAt} />
          </Group>
          {mayRotate && <Rotation integration={place} own />}
        </Group>
        <Text size="xl" fw={700}>
          <TextLink href={PAGES_OF_PLACE.balance} look="plain">
            {t('available', { amount: displayQuetzales(available) })}
          </TextLink>
        </Text>
        <Runway integration={place} spentPerDay={perDay} />
      </Stack>
      {suspendedAt !== null && <SuspensionBanner integrationId={id} />}
      <CapBanner integration={place} />
      {findings.length > 0 && diagnosis}
      {incidents.map(({ id: number, kind, title }) => (
        <Alert key={number} color="yellow" title={t(`posted.${kind}`)}>
          <TextLink href="/estado">{title}</TextLink>
        </Alert>
      ))}
      {failing.length > 0 && (
        <Alert color="yellow" title={t('failingNotices', { count: failing.length })}>
          {may(session.role, 'notice.configure') ? (
            <TextLink href={PAGES_OF_PLACE.notices}>{t('seeNotices')}</TextLink>
          ) : (
            t('askGestor')
          )}
        </Alert>
      )}
      <div className="integration-columns">
        <Stack gap="lg">
          <LastDay place={place} />
          <Tokens integration={place} editable={false} />
          <Limits integration={place} editable={false} />
        </Stack>
        <Stack gap="lg">
          <Flags integration={place} editable={false} usage={used.get(id) ?? NO_USAGE} off={off} />
          {findings.length === 0 && diagnosis}
        </Stack>
      </div>
    </Stack>
  );
}
