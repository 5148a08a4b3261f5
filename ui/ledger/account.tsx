import { randomUUID } from 'node:crypto';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { may, type Role } from '@/lib/access/permissions';
import { addDays, dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { displayQuetzales } from '@/lib/base/values/money';
import type { IntegrationView } from '@/lib/integrations/find';
import { LONG_RUNWAY_DAYS, runwayDays } from '@/lib/statistics/pace';
import { Fact, Facts } from '@/ui/parts/facts';
import { GuideLink } from '@/ui/parts/guide-link';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { MovementDialog } from './movement-dialog';

interface AccountProps {
  readonly integration: IntegrationView;
  readonly role: Role;
  readonly lowBalance: bigint | null;
  readonly spentPerDay: bigint;
}

/** Shows the balance, its holds and how long it lasts. */
export async function Account({ integration, role, lowBalance, spentPerDay }: AccountProps) {
  const t = await getTranslations('balance');
  const { nombre, saldo, reservado, tarifa } = integration;
  const available = saldo - reservado;
  const low = lowBalance !== null && available < lowBalance;
  const form = { nombre, saldo, available };
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <Facts width={180}>
          <Fact
            label={t('available')}
            note={t('availableWhat', { tarifa: displayQuetzales(tarifa) })}
            size="xl"
            fw={700}
          >
            {displayQuetzales(available)} {low && <Badge color="red.9">{t('low')}</Badge>}
          </Fact>
          <Fact label={t('posted')} note={t('postedWhat')} size="lg" fw={600}>
            {displayQuetzales(saldo)}
          </Fact>
          <Fact label={t('held')} note={t('heldWhat')} size="lg" fw={600}>
            {displayQuetzales(reservado)}
          </Fact>
        </Facts>
        <Bar saldo={saldo} reservado={reservado} lowBalance={lowBalance} low={low} />
        <Runway integration={integration} spentPerDay={spentPerDay} />
        <div>
          <GuideLink section="cobro" />
        </div>
        {lowBalance !== null && (
          <Note>{t('threshold', { amount: displayQuetzales(lowBalance) })}</Note>
        )}
      </Stack>
      {may(role, 'billing.adjust') && (
        <Group>
          <MovementDialog kind="ajuste" {...form} formKey={randomUUID()} />
        </Group>
      )}
    </Section>
  );
}

interface BarProps {
  readonly saldo: bigint;
  readonly reservado: bigint;
  readonly lowBalance: bigint | null;
  readonly low: boolean;
}

function Bar({ saldo, reservado, lowBalance, low }: BarProps) {
  const threshold = lowBalance ?? 0n;
  const whole = saldo > threshold + threshold / 4n ? saldo : threshold + threshold / 4n;
  if (whole === 0n) return null;
  const share = (amount: bigint) => `${Number((amount * 10_000n) / whole) / 100}%`;
  return (
    <div className="balance-bar" aria-hidden>
      <div>
        <div data-part={low ? 'low' : 'available'} style={{ width: share(saldo - reservado) }} />
        <div data-part="held" style={{ width: share(reservado) }} />
      </div>
      {lowBalance !== null && <span style={{ left: share(lowBalance) }} />}
    </div>
  );
}

interface RunwayProps {
  readonly integration: IntegrationView;
  readonly spentPerDay: bigint;
}

/** Says how long the available balance lasts at the pace of the last days, which caps bound. */
export async function Runway({ integration, spentPerDay }: RunwayProps) {
  const t = await getTranslations('balance');
  const format = await getFormatter();
  const { saldo, reservado, tarifa, cap_day, cap_month } = integration;
  const available = saldo - reservado;
  const capped = String(cap_day !== null || cap_month !== null);
  const days = runwayDays(available, spentPerDay);
  // Rounded to cents, because it is an average.
  const perDay = displayQuetzales(((spentPerDay + 50n) / 100n) * 100n);
  const sentence = () => {
    if (available < tarifa) return t('runway.empty', { tarifa: displayQuetzales(tarifa) });
    if (days === undefined) return t('runway.idle', { capped });
    if (days > LONG_RUNWAY_DAYS) return t('runway.long', { perDay, capped });
    if (days === 0) return t('runway.today', { perDay, capped });
    const until = format.dateTime(startOfDay(addDays(dayOf(new Date()), days)), 'longDay');
    return t('runway.days', { perDay, capped, days, until });
  };
  return <Text size="sm">{sentence()}</Text>;
}
