'use client';

import { Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { LinkButton } from '@/app/(console)/link-button';
import { useAction } from '@/app/(console)/proof';
import { TokenOnce } from '@/app/(console)/token-once';
import type { ActionError } from '@/lib/console/action';
import { FLAGS, type Flag, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { type Created, create } from './actions';

interface Form {
  readonly nombre: string;
  readonly flags: readonly Flag[];
  readonly tariff: string;
  readonly balance: string;
}

const EMPTY: Form = { nombre: '', flags: [], tariff: '0.50', balance: '0.00' };
/** Which field a refusal is about; any other is told above the form. */
const FIELD_OF: Partial<Record<ActionError, keyof Form>> = {
  name_invalid: 'nombre',
  name_taken: 'nombre',
  tariff_invalid: 'tariff',
  amount_invalid: 'balance',
};

export function CreateForm() {
  const t = useTranslations('create');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [form, setForm] = useState(EMPTY);
  const [error, setError] = useState<ActionError>();
  const [created, setCreated] = useState<Created>();
  if (created !== undefined) return <Done created={created} flags={form.flags} />;

  const errorOf = (field: keyof Form) =>
    error !== undefined && FIELD_OF[error] === field ? errors(error) : undefined;
  const change = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (!NAME_PATTERN.test(form.nombre.trim().toLowerCase())) return setError('name_invalid');
    run(() => create({ ...form, nota: t('firstBalanceNote') }), {
      done: setCreated,
      failed: setError,
    });
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label={t('name')}
            description={t('nameRule')}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            value={form.nombre}
            error={errorOf('nombre')}
            onChange={(event) => change({ nombre: event.currentTarget.value })}
          />
          <FlagChoice flags={form.flags} onChange={(flags) => change({ flags })} />
          <Group align="flex-start">
            <TextInput
              label={t('tariff')}
              description={t('tariffRule')}
              leftSection="Q"
              inputMode="decimal"
              required
              flex={1}
              miw={200}
              value={form.tariff}
              error={errorOf('tariff')}
              onChange={(event) => change({ tariff: event.currentTarget.value })}
            />
            <TextInput
              label={t('balance')}
              description={t('balanceRule')}
              leftSection="Q"
              inputMode="decimal"
              required
              flex={1}
              miw={200}
              value={form.balance}
              error={errorOf('balance')}
              onChange={(event) => change({ balance: event.currentTarget.value })}
            />
          </Group>
          {error !== undefined && FIELD_OF[error] === undefined && (
            <Text c="red" role="alert">
              {errors(error)}
            </Text>
          )}
          <Group justify="flex-end">
            <LinkButton href="/console/integrations">{t('cancel')}</LinkButton>
            <Button type="submit" loading={pending}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

interface FlagChoiceProps {
  readonly flags: readonly Flag[];
  readonly onChange: (flags: readonly Flag[]) => void;
}

function FlagChoice({ flags, onChange }: FlagChoiceProps) {
  const t = useTranslations('create');
  const names = useTranslations('lookups');
  return (
    <Checkbox.Group
      label={t('flags')}
      description={t('flagsRule')}
      value={[...flags]}
      onChange={(chosen) => onChange(FLAGS.filter((flag) => chosen.includes(flag)))}
    >
      <Stack gap="xs" mt="xs">
        {LOOKUPS.map((lookup) => {
          const { flag, path } = lookupFacts[lookup];
          return <Checkbox key={flag} value={flag} label={names(lookup)} description={path} />;
        })}
      </Stack>
    </Checkbox.Group>
  );
}

/** The token's only showing, and where to go from there. */
function Done({ created, flags }: { readonly created: Created; readonly flags: readonly Flag[] }) {
  const t = useTranslations('create');
  const lookup = LOOKUPS.find((one) => flags.includes(lookupFacts[one].flag)) ?? 'cui-nit';
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Text fw={600} role="status" className="name">
          {t('done', { nombre: created.nombre })}
        </Text>
        <TokenOnce nombre={created.nombre} token={created.token} lookup={lookup} />
        <Group justify="flex-end">
          <LinkButton href={`/console/integrations/${created.nombre}`} variant="filled">
            {t('open')}
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}
