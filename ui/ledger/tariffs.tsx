import { Group } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { may, type Role } from '@/lib/access/permissions';
import { settings } from '@/lib/base/env/settings';
import { dayOf, startOfDay, startOfMonth } from '@/lib/base/time/guatemala';
import { displayQuetzales } from '@/lib/base/values/money';
import type { TariffRow } from '@/lib/billing/list-tariffs';
import { viewer } from '@/lib/console/views/viewer';
import { type IntegrationView, tariffsOf } from '@/lib/integrations/find';
import { cancelTariff } from '@/ui/actions/billing';
import { ConfirmButton } from '@/ui/dialog/confirm-button';
import { Actor } from '@/ui/parts/actor';
import { Fact, Facts } from '@/ui/parts/facts';
import { Section } from '@/ui/parts/section';
import { Instant } from '@/ui/parts/time';
import { DataTable } from '@/ui/table/data-table';
import { DotBadge } from '@/ui/table/dot-badge';
import { TariffDialog } from './tariff-dialog';

interface TariffsProps {
  readonly integration: IntegrationView;
  readonly role: Role;
  readonly history: readonly TariffRow[];
}

export async function Tariffs({ integration, role, history }: TariffsProps) {
  const t = await getTranslations('tariffs');
  const format = await getFormatter();
  const { nombre } = integration;
  const nextMonth = startOfDay(startOfMonth(dayOf(new Date()), 1));
  const shown = tariffsOf(integration);
  const { tarifa, scheduled } = shown;
  return (
    <Section title={t('title')} what={t('what', { empty: String(settings().chargeEmptyAnswers) })}>
      <Facts width={200}>
        <Fact label={t('in_force')} size="lg" fw={600}>
          {displayQuetzales(tarifa)}
        </Fact>
        {scheduled !== null && (
          <Fact label={t('to_come')} note={<Instant at={scheduled.from} long />} size="lg" fw={600}>
            {displayQuetzales(scheduled.tarifa)}
          </Fact>
        )}
      </Facts>
      {may(role, 'billing.set_tariff') && (
        <Group>
          <TariffDialog
            nombre={nombre}
            shown={shown}
            available={integration.saldo - integration.reservado}
            suggestedFrom={format.dateTime(nextMonth, 'minute')}
          />
          {scheduled !== null && (
            <ConfirmButton
              label={t('cancel')}
              title={t('cancel')}
              action={t('confirmCancel')}
              cancel={t('back')}
              run={cancelTariff.bind(null, { nombre, expected: { scheduled } })}
              done={t('cancelled')}
            >
              {t('cancelWhat', {
                tariff: displayQuetzales(scheduled.tarifa),
                from: format.dateTime(scheduled.from, 'longMinute'),
              })}
            </ConfirmButton>
          )}
        </Group>
      )}
      <History rows={history} />
    </Section>
  );
}

const COLORS = { in_force: 'plain', to_come: 'blue', past: 'plain', cancelled: 'plain' } as const;

async function History({ rows }: { readonly rows: readonly TariffRow[] }) {
  const { actorOf } = await viewer();
  const t = await getTranslations('tariffs');
  return (
    <DataTable
      label={t('history')}
      minWidth={640}
      rows={rows}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          title: t('from'),
          nowrap: true,
          cell: ({ holdsFrom }) => <Instant at={holdsFrom} long />,
        },
        { title: t('tariff'), amount: ({ tarifa }) => tarifa },
        {
          title: t('state'),
          nowrap: true,
          cell: ({ state }) => <DotBadge colour={COLORS[state]}>{t(`states.${state}`)}</DotBadge>,
        },
        { title: t('actor'), width: 130, cell: ({ actor }) => <Actor name={actorOf(actor)} /> },
        { title: t('created'), nowrap: true, cell: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
    />
  );
}
