import { Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/section';
import type { IntegrationView } from '@/lib/integrations/find';
import { displayQuetzales, formatQuetzales } from '@/lib/money';
import { TariffForm } from './tariff-form';
import { TopUpForm } from './top-up-form';

interface BalanceProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
  /** Of the top-up form as this page shows it. */
  readonly topUpKey: string;
}

/** What there is, what of it is held by queries under way, and the price of a query. */
export async function Balance({ integration, editable, topUpKey }: BalanceProps) {
  const t = await getTranslations('integration');
  const { nombre, saldo, reservado, tarifa } = integration;
  const tariff = formatQuetzales(tarifa);
  return (
    <Section title={t('balanceTitle')} what={t('balanceWhat')}>
      <Group gap="lg" component="dl" m={0}>
        <Figure label={t('available')} value={displayQuetzales(saldo - reservado)} size="xl" />
        <Figure label={t('posted')} value={displayQuetzales(saldo)} />
        <Figure label={t('held')} value={displayQuetzales(reservado)} />
        <Figure label={t('tariff')} value={displayQuetzales(tarifa)} />
      </Group>
      {editable && (
        <>
          <TopUpForm nombre={nombre} posted={formatQuetzales(saldo)} formKey={topUpKey} />
          <TariffForm key={tariff} nombre={nombre} tariff={tariff} />
        </>
      )}
    </Section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly size?: 'md' | 'xl';
}

function Figure({ label, value, size = 'md' }: FigureProps) {
  return (
    <Stack gap={0} component="div" justify="flex-end">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size={size} fw={600} className="numeric" ta="left">
        {value}
      </Text>
    </Stack>
  );
}
