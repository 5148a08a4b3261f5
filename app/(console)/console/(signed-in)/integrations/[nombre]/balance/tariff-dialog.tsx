'use client';

import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/app/(console)/dialog';
import { displayQuetzales, parseQuetzales } from '@/lib/money';
import { type TariffProps, useTariff } from './use-tariff';

/** Another price of a billed query, from now on or from an instant on. */
export function TariffDialog(props: TariffProps) {
  const t = useTranslations('tariffs');
  const tariff = useTariff(props);
  const { opened, pending, when, field, problem } = tariff;
  return (
    <>
      <Button variant="default" onClick={tariff.open}>
        {t('change')}
      </Button>
      <Dialog
        opened={opened}
        onClose={tariff.close}
        title={t('change')}
        closeOnEscape={!pending}
        closeOnClickOutside={!pending}
        trapFocus={!pending}
      >
        <form onSubmit={tariff.submit} noValidate>
          <Stack>
            <TextInput
              {...field('tariff')}
              description={t('rule')}
              leftSection="Q"
              inputMode="decimal"
              data-autofocus
              withAsterisk
            />
            <SegmentedControl
              aria-label={t('when')}
              value={when}
              onChange={tariff.setWhen}
              data={[
                { value: 'now', label: t('now') },
                { value: 'later', label: t('later') },
              ]}
            />
            {when === 'later' && (
              <TextInput
                {...field('from')}
                type="datetime-local"
                description={t('zone')}
                withAsterisk
              />
            )}
            <Effect {...props} tariff={tariff.parsed} />
            {problem !== undefined && (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={tariff.close} disabled={pending}>
                {t('back')}
              </Button>
              <Button type="submit" loading={pending}>
                {t(when === 'now' ? 'submitNow' : 'submitLater')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

interface EffectProps extends Pick<TariffProps, 'shown' | 'available'> {
  readonly tariff: bigint | undefined;
}

/** What the new price means: beside the present one, and for what is available. */
function Effect({ shown, available, tariff }: EffectProps) {
  const t = useTranslations('tariffs');
  const present = displayQuetzales(parseQuetzales(shown.tarifa) ?? 0n);
  const left = parseQuetzales(available) ?? 0n;
  return (
    <Stack gap={2} aria-live="polite">
      <Text size="sm" className="numeric" ta="left">
        {present} → {tariff === undefined ? '—' : displayQuetzales(tariff)}
      </Text>
      {tariff !== undefined && tariff > 0n && (
        <Text size="sm" c="dimmed">
          {t('covers', { queries: Number(left / tariff) })}
        </Text>
      )}
      {shown.scheduled !== null && (
        <Text size="sm" c="dimmed">
          {t('replaces')}
        </Text>
      )}
    </Stack>
  );
}
