'use client';

import { Alert, Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/app/(console)/dialog';
import { MovementPreview } from './movement-preview';
import { type MovementProps, useMovement } from './use-movement';

/** A top-up or an adjustment in a dialog of its own, which keeps what was typed until it is done. */
export function MovementDialog(props: MovementProps) {
  const t = useTranslations('balance');
  const { kind, saldo } = props;
  const movement = useMovement(props);
  const { opened, pending, field, problem } = movement;
  return (
    <>
      <Button variant={kind === 'recarga' ? 'filled' : 'default'} onClick={movement.open}>
        {t(`${kind}.open`)}
      </Button>
      <Dialog
        opened={opened}
        onClose={movement.close}
        title={t(`${kind}.title`)}
        closeOnEscape={!pending}
        closeOnClickOutside={!pending}
        trapFocus={!pending}
      >
        <form onSubmit={movement.submit} noValidate>
          <Stack>
            {kind === 'ajuste' && (
              <SegmentedControl
                aria-label={t('ajuste.direction')}
                value={movement.direction}
                onChange={movement.turn}
                data={[
                  { value: 'up', label: t('ajuste.up') },
                  { value: 'down', label: t('ajuste.down') },
                ]}
              />
            )}
            <TextInput
              {...field('amount')}
              description={t('amountRule')}
              leftSection="Q"
              inputMode="decimal"
              data-autofocus
              withAsterisk
            />
            <TextInput {...field('nota')} maxLength={500} withAsterisk={kind === 'ajuste'} />
            <TextInput {...field('referencia')} description={t('referenceWhat')} maxLength={100} />
            <MovementPreview saldo={saldo} amount={movement.amount} />
            {problem !== undefined && (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={movement.close} disabled={pending}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={pending}>
                {t(`${kind}.submit`)}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
