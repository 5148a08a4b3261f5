'use client';

import {
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type FormEvent, useState } from 'react';
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

/** What the form holds, what was refused of it, and how it is sent. */
function useCreate() {
  const t = useTranslations('create');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [form, setForm] = useState(EMPTY);
  const [error, setError] = useState<ActionError>();
  const [created, setCreated] = useState<Created>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (!NAME_PATTERN.test(form.nombre.trim().toLowerCase())) return setError('name_invalid');
    run(() => create({ ...form, nota: t('firstBalanceNote') }), {
      done: setCreated,
      failed: setError,
    });
  };
  const change = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const field = (name: 'nombre' | 'tariff' | 'balance') => ({
    value: form[name],
    error: error !== undefined && FIELD_OF[error] === name ? errors(error) : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ [name]: event.currentTarget.value }),
  });
  const other = error !== undefined && FIELD_OF[error] === undefined ? errors(error) : undefined;
  return { form, change, field, other, submit, pending, created };
}

export function CreateForm() {
  const t = useTranslations('create');
  const { form, change, field, other, submit, pending, created } = useCreate();
  if (created !== undefined) return <Done created={created} flags={form.flags} />;
  const amount = { leftSection: 'Q', inputMode: 'decimal', required: true } as const;
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
            {...field('nombre')}
          />
          <FlagChoice flags={form.flags} onChange={(flags) => change({ flags })} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('tariff')}
              description={t('tariffRule')}
              {...amount}
              {...field('tariff')}
            />
            <TextInput
              label={t('balance')}
              description={t('balanceRule')}
              {...amount}
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
