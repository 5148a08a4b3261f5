import { randomUUID } from 'node:crypto';
import '@/ui/integration/integration.css';
import { Group } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { may, type Role } from '@/lib/access/permissions';
import { displayQuetzales } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { descriptionOf, paceOf } from '@/lib/console/views/integration';
import { pageOfQueries } from '@/lib/console/views/query-list';
import { parseView, spanOf } from '@/lib/console/views/query-view';
import { refusalsPath } from '@/lib/console/views/refusal-view';
import type { IntegrationView } from '@/lib/integrations/find';
import { refusalTotal } from '@/lib/recording/list-refusals';
import { chartPeriod } from '@/lib/statistics/chart-periods';
import { LONG_RUNWAY_DAYS, runwayDays } from '@/lib/statistics/pace';
import { withoutEarlier } from '@/lib/statistics/slices';
import { type Figures, readTotals } from '@/lib/statistics/traffic';
import { Rotation } from '@/ui/integration/rotation';
import { MovementDialog } from '@/ui/ledger/movement-dialog';
import { Fact, Facts } from '@/ui/parts/facts';
import { figureFormat } from '@/ui/parts/figures';
import { PageTitle } from '@/ui/parts/section';
import { Ago } from '@/ui/parts/time';
import { ActiveBadge } from '@/ui/table/integration';
import { Suspension } from './suspension';

interface HeaderProps {
  readonly integration: IntegrationView;
  readonly role: Role;
}

/** Shows the state of an integration and its most frequent actions, above each of its pages. */
export async function IntegrationHeader({ integration, role }: HeaderProps) {
  const { db } = consoleContext();
  const { id, nombre, suspendedAt } = integration;
  const period = chartPeriod('7d', new Date(), { integration: true });
  const slices = withoutEarlier(period.slices);
  const filter = { integrationId: id, status: '5xx' } as const;
  const refusals = { integrations: new Map([[id, nombre]]) };
  const [{ total }, errors, refused] = await Promise.all([
    readTotals(db, slices, id),
    pageOfQueries(db, { filter, span: period }, 1),
    refusalTotal(db, refusals, spanOf({ period: '7d' }, new Date())),
  ]);
  return (
    <>
      <Group justify="space-between" gap="sm" className="integration-bar">
        <Group gap="sm">
          <PageTitle>{nombre}</PageTitle>
          <ActiveBadge suspendedAt={suspendedAt} />
        </Group>
        <Group gap="xs">
          <Actions integration={integration} role={role} queriesLastWeek={total.now.queries} />
        </Group>
      </Group>
      <Facts width={130} className="integration-facts">
        <Money integration={integration} />
        <Week nombre={nombre} week={total.now} />
        <Refused nombre={nombre} count={refused} />
        <LastError query={errors.rows[0]} />
        <Contact integrationId={id} />
      </Facts>
    </>
  );
}

async function Money({ integration }: Pick<HeaderProps, 'integration'>) {
  const t = await getTranslations('integrations');
  const { id, nombre, saldo, reservado, tarifa } = integration;
  const [{ low_balance: lowBalance }, perDay] = await Promise.all([descriptionOf(id), paceOf(id)]);
  const available = saldo - reservado;
  const isLow = lowBalance !== null && available < lowBalance;
  const days = runwayDays(available, perDay);
  const href = `/console/integrations/${nombre}/balance`;
  const colour = isLow ? { c: 'var(--mantine-color-error)' } : {};
  return (
    <>
      <Fact label={t('available')} href={href} fw={600} {...colour}>
        {displayQuetzales(available)}
      </Fact>
      <Fact label={t('runway')} href={href}>
        {days === undefined
          ? t('runwayWhat')
          : t(days > LONG_RUNWAY_DAYS ? 'overAYear' : 'days', { count: days })}
      </Fact>
      <Fact label={t('tariff')} href={href}>
        {displayQuetzales(tarifa)}
      </Fact>
    </>
  );
}

async function Week({ nombre, week }: { readonly nombre: string; readonly week: Figures }) {
  const t = await getTranslations('integrationHeader');
  const { share, duration } = await figureFormat();
  const href = `/console/statistics?period=7d&integration=${nombre}`;
  return (
    <>
      <Fact label={t('success')} href={href}>
        {share(week.successShare)}
      </Fact>
      <Fact label={t('p95')} href={href}>
        {duration(week.p95Ms, week.estimated)}
      </Fact>
    </>
  );
}

async function Refused({ nombre, count }: { readonly nombre: string; readonly count: number }) {
  const t = await getTranslations('integrationHeader');
  const format = await getFormatter();
  const href = refusalsPath({ ...parseView({ period: '7d' }), integration: nombre });
  const colour = count > 0 ? { c: 'var(--mantine-color-error)' } : {};
  return (
    <Fact label={t('refusals')} href={href} {...colour}>
      {format.number(count)}
    </Fact>
  );
}

interface LastErrorProps {
  /** The newest query of the week that failed. */
  readonly query: { readonly id: string; readonly createdAt: Date } | undefined;
}

async function LastError({ query }: LastErrorProps) {
  const t = await getTranslations('integrationHeader');
  if (query === undefined) return <Fact label={t('lastError')}>{t('noError')}</Fact>;
  return (
    <Fact label={t('lastError')} href={`/console/queries/${query.id}`}>
      <Ago at={query.createdAt} />
    </Fact>
  );
}

async function Contact({ integrationId }: { readonly integrationId: number }) {
  const t = await getTranslations('integrationHeader');
  const details = await descriptionOf(integrationId);
  const { contact_name: name, contact_email: email, contact_phone: phone } = details;
  const text = name ?? email ?? phone ?? '—';
  const href = email ? `mailto:${email}` : phone && `tel:${phone}`;
  return (
    <Fact label={t('contact')} className="name" lineClamp={2}>
      {href ? (
        <a href={href} className="quiet">
          {visible(text)}
        </a>
      ) : (
        visible(text)
      )}
    </Fact>
  );
}

interface ActionsProps extends HeaderProps {
  readonly queriesLastWeek: number;
}

function Actions({ integration, role, queriesLastWeek }: ActionsProps) {
  const { nombre, version, saldo, reservado, suspendedAt } = integration;
  return (
    <>
      {may(role, 'billing.top_up') && (
        <MovementDialog
          kind="recarga"
          nombre={nombre}
          saldo={saldo}
          available={saldo - reservado}
          formKey={randomUUID()}
        />
      )}
      {may(role, 'integration.rotate') && <Rotation integration={integration} />}
      {may(role, 'integration.set') && (
        <Suspension
          nombre={nombre}
          version={version}
          suspended={suspendedAt !== null}
          queriesLastWeek={queriesLastWeek}
        />
      )}
    </>
  );
}
