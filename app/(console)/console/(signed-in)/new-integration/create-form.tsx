'use client';

import { Alert, Checkbox, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import type { SupportContact } from '@/lib/base/env/env';
import { parseQuetzales } from '@/lib/base/values/money';
import { asciiLower } from '@/lib/base/values/text';
import type { ActionError } from '@/lib/console/session/action';
import type { Flag, Question } from '@/lib/contract/lookups';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { createIntegration } from '@/ui/actions/integrations';
import { AmountField } from '@/ui/form/amount-field';
import { useFocusOnArrival } from '@/ui/form/focus';
import { Form, useForm } from '@/ui/form/form';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { LinkButton } from '@/ui/parts/link-button';
import { type Created, CreatedIntegration, type LookupChoice } from './created';
import { NameRules } from './name-rules';

const INITIAL = { nombre: '', tariff: '0.50', balance: '0.00' };
const FIELD_OF = {
  name_invalid: 'nombre',
  name_taken: 'nombre',
  tariff_invalid: 'tariff',
  amount_invalid: 'balance',
} as const;

interface CreateFormProps {
  readonly lookups: readonly LookupChoice[];
  /** The request that the token is shown with when no lookup was chosen. */
  readonly example: Question;
  readonly support: SupportContact;
}

export function CreateForm({ lookups, example, support }: CreateFormProps) {
  const t = useTranslations('create');
  const [flags, setFlags] = useState<readonly Flag[]>([]);
  const [created, setCreated] = useState<Created>();
  const [warned, setWarned] = useState(false);
  const name = useFocusOnArrival<HTMLInputElement>();
  const form = useForm({
    stored: INITIAL,
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: FIELD_OF,
    wording: { amount_invalid: t('balanceInvalid') },
    check: problemOf,
    send: (texts) => createIntegration({ ...texts, flags, nota: t('firstBalanceNote') }),
    done: setCreated,
    // A refresh that fails reloads the page, which would lose the token.
    stay: true,
  });
  if (created !== undefined) {
    const enabled = lookups.filter(({ flag }) => flags.includes(flag));
    return (
      <CreatedIntegration created={created} example={example} enabled={enabled} support={support} />
    );
  }
  const isUseless = flags.length === 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isUseless || warned || problemOf(form.texts) !== undefined) return form.submit(event);
    event.preventDefault();
    setWarned(true);
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Form
        form={{ ...form, submit }}
        send={t(isUseless && warned ? 'submitUseless' : 'submit')}
        beside={<LinkButton href="/console/integrations">{t('cancel')}</LinkButton>}
      >
        <TextInput
          {...form.field('nombre')}
          ref={name}
          description={<NameRules name={nameOf(form.texts)} />}
          descriptionProps={{ component: 'div' }}
          required
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
        />
        <FlagChoice lookups={lookups} flags={flags} onChange={setFlags} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <AmountField {...form.field('tariff')} description={t('tariffRule')} required />
          <AmountField {...form.field('balance')} description={t('balanceRule')} required />
        </SimpleGrid>
        {isUseless && warned && (
          <Alert color="yellow" role="alert">
            {t('useless')}
          </Alert>
        )}
      </Form>
      <LeaveGuard when={form.dirty || flags.length > 0} what={t('leaveWhat')} />
    </Paper>
  );
}

/** The name as it will be stored. */
function nameOf({ nombre }: typeof INITIAL): string {
  return asciiLower(nombre.trim());
}

function problemOf(texts: typeof INITIAL): ActionError | undefined {
  if (!NAME_PATTERN.test(nameOf(texts))) return 'name_invalid';
  if ((parseQuetzales(texts.tariff) ?? -1n) < 0n) return 'tariff_invalid';
  if ((parseQuetzales(texts.balance) ?? -1n) < 0n) return 'amount_invalid';
  return undefined;
}

interface FlagChoiceProps extends Pick<CreateFormProps, 'lookups'> {
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
