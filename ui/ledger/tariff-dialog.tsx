'use client';

import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { parseInstant } from '@/lib/base/time/guatemala';
import { displayQuetzales, parseQuetzales } from '@/lib/base/values/money';
import { readWrittenMinute } from '@/lib/console/texts/written-time';
import type { Tariffs } from '@/lib/integrations/find';
import { scheduleTariff, setTariff } from '@/ui/actions/billing';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { AmountField } from '@/ui/form/amount-field';
import { TimeInput } from '@/ui/form/time-field';
import { Note } from '@/ui/parts/note';

interface TariffDialogProps {
  readonly nombre: string;
  readonly shown: Tariffs;
  readonly available: bigint;
  /** Initial date of a scheduled tariff, as text: the first of next month. */
  readonly suggestedFrom: string;
}

export function TariffDialog({ nombre, shown, available, suggestedFrom }: TariffDialogProps) {
  const t = useTranslations('tariffs');
  const [when, setWhen] = useState('now');
  const time = useTranslations('time');
  const format = useFormatter();
  const later = when === 'later';
  const form = useDialogForm({
    asked: 'tariff',
    stored: { tariff: '', from: suggestedFrom },
    labelOf: (name) => t(name),
    fieldOf: { tariff_invalid: 'tariff', instant_invalid: 'from' },
    check: ({ tariff, from }) => {
      if (tariffOf(tariff) === undefined) return 'tariff_invalid';
      return later && readWrittenMinute(from) === undefined ? 'instant_invalid' : undefined;
    },
    send: ({ tariff, from }) =>
      later
        ? scheduleTariff({ nombre, expected: shown, tarifa: tariff, from })
        : setTariff({ nombre, expected: shown, tarifa: tariff }),
    notice: () => ({ message: t(later ? 'planned' : 'changed') }),
  });
  const from = parseInstant(readWrittenMinute(form.texts.from) ?? '');
  const fromField = form.field('from');
  return (
    <ActionDialog
      form={form}
      label={t('change')}
      cancel={t('back')}
      send={t(later ? 'submitLater' : 'submitNow')}
    >
      <AmountField {...form.field('tariff')} description={t('rule')} data-autofocus withAsterisk />
      <SegmentedControl
        aria-label={t('when')}
        value={when}
        onChange={setWhen}
        data={(['now', 'later'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {later && (
        <TimeInput
          {...fromField}
          error={fromField.error && (from ? fromField.error : time('badTime'))}
          write={(text) => form.write('from', text)}
          description={from ? t('starts', { at: format.dateTime(from, 'longMinute') }) : t('zone')}
          withAsterisk
        />
      )}
      <Effect shown={shown} available={available} tariff={tariffOf(form.texts.tariff)} />
    </ActionDialog>
  );
}

function tariffOf(text: string): bigint | undefined {
  const tariff = parseQuetzales(text);
  return tariff === undefined || tariff < 0n ? undefined : tariff;
}

interface EffectProps extends Pick<TariffDialogProps, 'shown' | 'available'> {
  readonly tariff: bigint | undefined;
}

/** Compares the new price with the present one, and says how many queries it leaves. */
function Effect({ shown, available, tariff }: EffectProps) {
  const t = useTranslations('tariffs');
  return (
    <Stack gap={2} aria-live="polite">
      <Text size="sm" className="numeric" ta="left">
        {displayQuetzales(shown.tarifa)} → {tariff === undefined ? '—' : displayQuetzales(tariff)}
      </Text>
      {tariff !== undefined && tariff > 0n && (
        <Note>{t('covers', { queries: Number(available / tariff) })}</Note>
      )}
      {shown.scheduled !== null && <Note>{t('replaces')}</Note>}
    </Stack>
  );
}
