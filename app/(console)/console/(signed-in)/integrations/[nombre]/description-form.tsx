'use client';

import { Alert, Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { describeIntegration } from '@/app/(console)/actions/integrations';
import { focusField } from '@/app/(console)/form/focus';
import { inTurn } from '@/app/(console)/form/in-turn';
import { LeaveGuard } from '@/app/(console)/form/leave-guard';
import { useAction } from '@/app/(console)/form/proof';
import { useEdits } from '@/app/(console)/form/use-edits';
import type { ActionError } from '@/lib/console/action';
import {
  DETAIL_NAMES,
  DETAILS,
  type Detail,
  LONG_DETAILS,
  SHORT_DETAILS,
} from '@/lib/integrations/description';
import { parseQuetzales } from '@/lib/money';
import { recordOf } from '@/lib/record';

type Field = Detail | 'lowBalance';

interface DescriptionFormProps {
  readonly nombre: string;
  readonly version: number;
  /** As texts; empty for what is not known. */
  readonly stored: Readonly<Record<Field, string>>;
}

/** Which field a refusal is about; any other is told above the buttons. */
const FIELD_OF: Partial<Record<ActionError, Field>> = {
  email_invalid: 'contactEmail',
  amount_invalid: 'lowBalance',
};

function useDescription({ nombre, version, stored }: DescriptionFormProps) {
  const t = useTranslations('description');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const edits = useEdits(stored);
  const [error, setError] = useState<ActionError>();
  const { textOf } = edits;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const failed = (refused: ActionError) => {
      setError(refused);
      focusField(form, FIELD_OF[refused]);
    };
    setError(undefined);
    if (!isThreshold(textOf('lowBalance'))) return failed('amount_invalid');
    const written = { ...recordOf(DETAIL_NAMES, textOf), lowBalance: textOf('lowBalance'), nombre };
    run(
      () =>
        inTurn({ nombre, version }, (expected) => describeIntegration({ ...written, expected })),
      {
        done: () => {
          edits.forget();
          notifications.show({ message: t('saved') });
        },
        failed,
      },
    );
  };
  const field = (name: Field) => {
    const other = edits.meanwhile(name);
    return {
      name,
      label: t(`fields.${name}`),
      value: textOf(name),
      error: error !== undefined && FIELD_OF[error] === name ? errors(error) : undefined,
      ...(other === undefined ? {} : { description: t('meanwhile', { other: other || '—' }) }),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        edits.write(name, event.currentTarget.value),
    };
  };
  const discard = () => {
    setError(undefined);
    edits.forget();
  };
  const general = error !== undefined && !FIELD_OF[error] ? errors(error) : undefined;
  return { field, submit, discard, pending, general, dirty: edits.dirty };
}

function isThreshold(text: string): boolean {
  return text.trim() === '' || (parseQuetzales(text) ?? 0n) > 0n;
}

export function DescriptionForm(props: DescriptionFormProps) {
  const t = useTranslations('description');
  const { field, submit, discard, pending, general, dirty } = useDescription(props);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
          {SHORT_DETAILS.map((name) => (
            <TextInput key={name} {...field(name)} {...limited(name)} type={DETAILS[name].type} />
          ))}
          <TextInput
            {...field('lowBalance')}
            leftSection="Q"
            inputMode="decimal"
            autoComplete="off"
            placeholder={t('none')}
          />
        </SimpleGrid>
        {LONG_DETAILS.map((name) => (
          <Textarea
            key={name}
            {...field(name)}
            {...limited(name)}
            autosize
            minRows={3}
            maxRows={14}
          />
        ))}
        {general !== undefined && (
          <Alert color="red" role="alert">
            {general}
          </Alert>
        )}
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" role="status">
            {dirty ? t('unsaved') : ''}
          </Text>
          {dirty && (
            <Button variant="default" onClick={discard}>
              {t('discard')}
            </Button>
          )}
          <Button type="submit" loading={pending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard when={dirty} what={t('leaveWhat')} />
    </form>
  );
}

/** Contacts are other people's: the browser must not offer those of whoever writes. */
function limited(name: Detail) {
  return { maxLength: DETAILS[name].maxLength, autoComplete: 'off' } as const;
}
