'use client';

import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { FormDialog } from '@/app/(console)/form/form-dialog';
import { MovementPreview } from '@/app/(console)/form/movement-preview';
import { type MovementProps, useMovement } from './use-movement';

/** A top-up or an adjustment. */
export function MovementDialog(props: MovementProps) {
  const { kind } = props;
  const t = useTranslations('balance');
  const errors = useTranslations('errors');
  const { opened, setOpened, pending, amount, direction, turn, fields, submit } =
    useMovement(props);
  const { field, elsewhere } = fields;
  // Sending it again is safe here, whatever became of it.
  const problem = elsewhere === 'unreachable' ? t('unanswered') : elsewhere && errors(elsewhere);
  return (
    <>
      <Button variant={kind === 'recarga' ? 'filled' : 'default'} onClick={() => setOpened(true)}>
        {t(`${kind}.open`)}
      </Button>
      <FormDialog
        title={t(`${kind}.title`)}
        back={t('cancel')}
        send={t(`${kind}.submit`)}
        onClose={() => setOpened(false)}
        onSubmit={submit}
        {...{ opened, pending, problem }}
      >
        {kind === 'ajuste' && <Direction value={direction} onChange={turn} />}
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
        <MovementPreview saldo={props.saldo} amount={amount} />
      </FormDialog>
    </>
  );
}

interface DirectionProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A keyboard of digits has no minus sign on every telephone. */
function Direction(props: DirectionProps) {
  const t = useTranslations('balance');
  return (
    <SegmentedControl
      aria-label={t('ajuste.direction')}
      data={[
        { value: 'up', label: t('ajuste.up') },
        { value: 'down', label: t('ajuste.down') },
      ]}
      {...props}
    />
  );
}
