'use client';

import { Button, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { parseQuetzales } from '@/lib/base/values/money';
import { DETAILS, type Detail, LONG_DETAILS, SHORT_DETAILS } from '@/lib/integrations/description';
import { describeIntegration } from '@/ui/actions/integrations';
import { AmountField } from '@/ui/form/amount-field';
import { Form, useForm } from '@/ui/form/form';
import { inTurn } from '@/ui/form/in-turn';
import { LeaveGuard } from '@/ui/form/leave-guard';

type Field = Detail | 'low_balance';

interface DescriptionFormProps {
  readonly nombre: string;
  readonly version: number;
  /** As texts; empty for unknown values. */
  readonly stored: Readonly<Record<Field, string>>;
}

export function DescriptionForm({ nombre, version, stored }: DescriptionFormProps) {
  const t = useTranslations('description');
  const form = useForm({
    stored,
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: { email_invalid: 'contact_email', amount_invalid: 'low_balance' },
    check: ({ low_balance }) => (isThreshold(low_balance) ? undefined : 'amount_invalid'),
    send: (texts) =>
      inTurn({ nombre, version }, (expected) =>
        describeIntegration({ nombre, ...texts, expected }),
      ),
    notice: () => ({ message: t('saved') }),
  });
  const field = (name: Field) => {
    const other = form.meanwhile(name);
    const note =
      other === undefined ? {} : { description: t('meanwhile', { other: other || '—' }) };
    return { ...form.field(name), ...note };
  };
  const limited = (name: Detail) => ({ ...field(name), maxLength: DETAILS[name].maxLength });
  return (
    <>
      <Form
        form={form}
        send={t('save')}
        beside={
          <>
            <Text size="sm" c="dimmed" role="status">
              {form.dirty ? t('unsaved') : ''}
            </Text>
            {form.dirty && (
              <Button variant="default" onClick={form.discard}>
                {t('discard')}
              </Button>
            )}
          </>
        }
      >
        <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit" verticalSpacing="sm">
          {SHORT_DETAILS.map((name) => (
            <TextInput key={name} {...limited(name)} type={DETAILS[name].type} />
          ))}
          <AmountField {...field('low_balance')} placeholder={t('none')} />
        </SimpleGrid>
        {LONG_DETAILS.map((name) => (
          <Textarea key={name} {...limited(name)} autosize minRows={3} maxRows={14} />
        ))}
      </Form>
      <LeaveGuard when={form.dirty} what={t('leaveWhat')} />
    </>
  );
}

function isThreshold(text: string): boolean {
  return text.trim() === '' || (parseQuetzales(text) ?? 0n) > 0n;
}
