'use client';

import { Alert, Button, Checkbox, Group, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { createIntegration } from '@/app/(console)/actions/integrations';
import { focusField } from '@/app/(console)/form/focus';
import { LeaveGuard } from '@/app/(console)/form/leave-guard';
import { useAction } from '@/app/(console)/form/proof';
import { LinkButton } from '@/app/(console)/layout/link-button';
import type { ActionError } from '@/lib/console/action';
import type { Flag, Lookup, Question } from '@/lib/contract/lookups';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { parseQuetzales } from '@/lib/money';
import { type Created, CreatedIntegration } from './created';
import { NameRules } from './name-rules';

interface Form {
  readonly nombre: string;
  readonly flags: readonly Flag[];
  readonly tariff: string;
  readonly balance: string;
}
type TextField = 'nombre' | 'tariff' | 'balance';

const EMPTY: Form = { nombre: '', flags: [], tariff: '0.50', balance: '0.00' };
/** Which field a refusal is about; any other is told above the buttons. */
const FIELD_OF: Partial<Record<ActionError, TextField>> = {
  name_invalid: 'nombre',
  name_taken: 'nombre',
  tariff_invalid: 'tariff',
  amount_invalid: 'balance',
};

/** As it will be stored. */
function nameOf({ nombre }: Form): string {
  return nombre.trim().toLowerCase();
}

function refusalOf(form: Form): ActionError | undefined {
  if (!NAME_PATTERN.test(nameOf(form))) return 'name_invalid';
  if ((parseQuetzales(form.tariff) ?? -1n) < 0n) return 'tariff_invalid';
  if ((parseQuetzales(form.balance) ?? -1n) < 0n) return 'amount_invalid';
  return undefined;
}

/** What the form holds, what was refused of it, and how it is sent. */
function useCreate() {
  const t = useTranslations('create');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [form, setForm] = useState(EMPTY);
  const [error, setError] = useState<ActionError>();
  const [created, setCreated] = useState<Created>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget;
    const failed = (refused: ActionError) => {
      setError(refused);
      focusField(fields, FIELD_OF[refused]);
    };
    setError(undefined);
    const refused = refusalOf(form);
    if (refused !== undefined) return failed(refused);
    run(() => createIntegration({ ...form, nota: t('firstBalanceNote') }), {
      done: setCreated,
      failed,
    });
  };
  const change = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const told = (code: ActionError) =>
    code === 'amount_invalid' ? t('balanceInvalid') : errors(code);
  const field = (name: TextField) => ({
    name,
    value: form[name],
    error: error !== undefined && FIELD_OF[error] === name ? told(error) : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ [name]: event.currentTarget.value }),
  });
  const other = error !== undefined && FIELD_OF[error] === undefined ? errors(error) : undefined;
  return { form, change, field, other, submit, pending, created, dirty: form !== EMPTY };
}

/** A lookup to choose, with the request that shows how to use it. */
export interface LookupChoice {
  readonly lookup: Lookup;
  readonly flag: Flag;
  readonly question: Question;
}

interface CreateFormProps {
  readonly lookups: readonly LookupChoice[];
  /** The request that the token is shown with when no lookup was chosen. */
  readonly example: Question;
}

export function CreateForm({ lookups, example }: CreateFormProps) {
  const t = useTranslations('create');
  const { form, change, field, other, submit, pending, created, dirty } = useCreate();
  if (created !== undefined) {
    const enabled = lookups.find(({ flag }) => form.flags.includes(flag));
    return (
      <CreatedIntegration
        created={created}
        example={enabled?.question ?? example}
        enabled={enabled !== undefined}
      />
    );
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <TextInput
            label={t('name')}
            description={<NameRules name={nameOf(form)} />}
            descriptionProps={{ component: 'div' }}
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...field('nombre')}
          />
          <FlagChoice
            lookups={lookups}
            flags={form.flags}
            onChange={(flags) => change({ flags })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('tariff')}
              description={t('tariffRule')}
              {...AMOUNT}
              {...field('tariff')}
            />
            <TextInput
              label={t('balance')}
              description={t('balanceRule')}
              {...AMOUNT}
              {...field('balance')}
            />
          </SimpleGrid>
          {other !== undefined && (
            <Alert color="red" role="alert">
              {other}
            </Alert>
          )}
          <Group justify="flex-end">
            <LinkButton href="/console/integrations">{t('cancel')}</LinkButton>
            <Button type="submit" loading={pending}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
        <LeaveGuard when={dirty} what={t('leaveWhat')} />
      </form>
    </Paper>
  );
}

const AMOUNT = {
  leftSection: 'Q',
  inputMode: 'decimal',
  autoComplete: 'off',
  required: true,
} as const;

interface FlagChoiceProps {
  readonly lookups: readonly LookupChoice[];
  readonly flags: readonly Flag[];
  readonly onChange: (flags: readonly Flag[]) => void;
}

function FlagChoice({ lookups, flags, onChange }: FlagChoiceProps) {
  const t = useTranslations('create');
  const names = useTranslations('lookups');
  return (
    <Checkbox.Group
      label={t('flags')}
      description={t('flagsRule')}
      value={[...flags]}
      onChange={(chosen) =>
        onChange(lookups.map(({ flag }) => flag).filter((flag) => chosen.includes(flag)))
      }
    >
      <Stack gap="xs" mt="xs">
        {lookups.map(({ lookup, flag, question: { path } }) => (
          <Checkbox key={flag} value={flag} label={names(lookup)} description={path} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
