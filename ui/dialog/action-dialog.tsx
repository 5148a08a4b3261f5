'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { FormDialog, type FormDialogProps, type FormOptions, useForm } from '@/ui/form/form';
import { useOpened } from './dialog';

interface DialogFormOptions<Name extends string, Data> extends FormOptions<Name, Data> {
  /** Opens the dialog while the address has `?do=` with this name. */
  readonly asked?: string;
}

/** Holds a form in a dialog, which closes once it is done. */
export function useDialogForm<Name extends string, Data>(options: DialogFormOptions<Name, Data>) {
  const [opened, setOpened] = useOpened(options.asked);
  const done = (data: Data) => {
    setOpened(false);
    options.done?.(data);
  };
  return { ...useForm<Name, Data>({ ...options, done }), opened, setOpened };
}

interface ActionDialogProps extends Omit<FormDialogProps, 'title' | 'opened' | 'onClose'> {
  readonly form: FormDialogProps['form'] &
    Pick<ReturnType<typeof useDialogForm>, 'opened' | 'setOpened'>;
  /** Text of the button that opens the dialog; without it there is no button. */
  readonly label: string | undefined;
  readonly button?: ButtonProps & Pick<ComponentProps<'button'>, 'onClick'>;
  /** Title of the dialog, unless the text of the button says enough. */
  readonly title?: string;
}

/** A button and the dialog that it opens, with the form of one action. */
export function ActionDialog({ label, button, title = label ?? '', ...props }: ActionDialogProps) {
  const t = useTranslations('confirm');
  const { opened, setOpened } = props.form;
  return (
    <>
      {label !== undefined && (
        <Button variant="default" onClick={() => setOpened(true)} {...button}>
          {label}
        </Button>
      )}
      <FormDialog
        cancel={t('cancel')}
        {...props}
        title={title}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
