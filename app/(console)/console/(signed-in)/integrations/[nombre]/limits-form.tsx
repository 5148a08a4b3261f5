'use client';

import { SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { setIntegration } from '@/app/(console)/actions/integrations';
import { Form, useForm } from '@/app/(console)/form/form';
import { inTurn } from '@/app/(console)/form/in-turn';
import { LIMIT_SETTINGS, type LimitTexts, readLimit } from '@/lib/integrations/limit-settings';

interface LimitsFormProps {
  readonly nombre: string;
  readonly version: number;
  readonly stored: LimitTexts;
}

/** Edits the limits of an integration. */
export function LimitsForm({ nombre, version, stored }: LimitsFormProps) {
  const t = useTranslations('limits');
  const form = useForm({
    stored,
    labelOf: (name) => t(`fields.${name}`),
    check: (texts) => {
      const isValid = LIMIT_SETTINGS.every((name) => readLimit(name, texts[name]) !== undefined);
      return isValid ? undefined : 'limit_invalid';
    },
    send: (limits) =>
      inTurn({ nombre, version }, (expected) => setIntegration({ nombre, limits, expected })),
    done: () => notifications.show({ message: t('saved') }),
  });
  return (
    <Form form={form} send={t('save')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        {LIMIT_SETTINGS.map((name) => (
          <TextInput
            key={name}
            {...form.field(name)}
            leftSection={name.startsWith('cap_') ? 'Q' : undefined}
            inputMode="decimal"
            placeholder={t('none')}
          />
        ))}
      </SimpleGrid>
    </Form>
  );
}
