'use client';

import { SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { setIntegration } from '@/app/(console)/actions/integrations';
import { Form, useForm } from '@/app/(console)/form/form';
import { inTurn } from '@/app/(console)/form/in-turn';
import {
  invalidLimit,
  LIMIT_KINDS,
  LIMIT_SETTINGS,
  type LimitKind,
  type LimitTexts,
  limitRefusal,
} from '@/lib/integrations/limit-settings';

interface LimitsFormProps {
  readonly nombre: string;
  readonly version: number;
  readonly stored: LimitTexts;
  /** Limits of the deployment, for settings that the integration does not have. */
  readonly usual: LimitTexts;
}

/** Edits the limits of an integration. */
export function LimitsForm({ nombre, version, stored, usual }: LimitsFormProps) {
  const t = useTranslations('limits');
  const form = useForm({
    stored,
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: { networks_invalid: 'trusted_networks' },
    check: (texts) => {
      const invalid = invalidLimit(texts);
      return invalid && limitRefusal(invalid);
    },
    send: (limits) =>
      inTurn({ nombre, version }, (expected) => setIntegration({ nombre, limits, expected })),
    done: () => notifications.show({ message: t('saved') }),
  });
  const looks = {
    amount: { leftSection: 'Q', inputMode: 'decimal' },
    requests: { inputMode: 'numeric' },
    networks: { description: t('networks') },
  } as const satisfies Readonly<Record<LimitKind, object>>;
  return (
    <Form form={form} send={t('save')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        {LIMIT_SETTINGS.map((name) => (
          <TextInput
            key={name}
            {...form.field(name)}
            {...looks[LIMIT_KINDS[name]]}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            placeholder={usual[name]}
          />
        ))}
      </SimpleGrid>
    </Form>
  );
}
