'use client';

import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { FormDialog } from '@/app/(console)/form/form-dialog';
import { displayQuetzales, parseQuetzales } from '@/lib/money';
import { type TariffProps, useTariff } from './use-tariff';

/** Another price of a billed query, from now on or from an instant on. */
export function TariffDialog(props: TariffProps) {
  const t = useTranslations('tariffs');
  const errors = useTranslations('errors');
  const { opened, setOpened, pending, tariff, when, turn, fields, submit } = useTariff(props);
  const { field, elsewhere } = fields;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('change')}
      </Button>
      <FormDialog
        title={t('change')}
        problem={elsewhere && errors(elsewhere)}
        back={t('back')}
        send={t(when === 'now' ? 'submitNow' : 'submitLater')}
        onClose={() => setOpened(false)}
        onSubmit={submit}
        {...{ opened, pending }}
      >
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
          onChange={turn}
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
        <Effect shown={props.shown} available={props.available} tariff={tariff} />
      </FormDialog>
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
