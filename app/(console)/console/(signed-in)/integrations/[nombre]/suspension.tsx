'use client';

import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { setIntegration } from '@/app/(console)/actions/integrations';
import { FormDialog, useForm } from '@/app/(console)/form/form';
import { inTurn } from '@/app/(console)/form/in-turn';
import { useAction } from '@/app/(console)/form/use-action';
import { Section } from '@/app/(console)/layout/section';

interface SuspensionProps {
  readonly nombre: string;
  readonly version: number;
  readonly suspended: boolean;
  /** Queries that a suspension would stop. */
  readonly queriesLastWeek: number;
}

/** Suspends the integration, for a reason, or resumes it. */
export function Suspension({ queriesLastWeek, suspended, ...shown }: SuspensionProps) {
  const t = useTranslations('suspension');
  const impact = suspended ? '' : ` ${t('impact', { count: queriesLastWeek })}`;
  const what = `${t(suspended ? 'resumeWhat' : 'suspendWhat')}${impact}`;
  return (
    <Section title={t(suspended ? 'resumeTitle' : 'suspendTitle')} what={what}>
      <Group>{suspended ? <Resume {...shown} /> : <Suspend {...shown} what={what} />}</Group>
    </Section>
  );
}

interface ChangeProps extends Pick<SuspensionProps, 'nombre' | 'version'> {
  /** Describes the consequence. */
  readonly what: string;
}

function Resume({ nombre, version }: Omit<ChangeProps, 'what'>) {
  const t = useTranslations('suspension');
  const { run, pending } = useAction();
  const change = { nombre, switches: { suspended: false } };
  const resume = () =>
    inTurn({ nombre, version }, (expected) => setIntegration({ ...change, expected }));
  return (
    <Button variant="default" loading={pending} onClick={() => run(resume)}>
      {t('resume')}
    </Button>
  );
}

function Suspend({ nombre, version, what }: ChangeProps) {
  const t = useTranslations('suspension');
  const confirm = useTranslations('confirm');
  const [opened, setOpened] = useState(false);
  const form = useForm({
    stored: { reason: '', name: '' },
    labelOf: (name) => (name === 'reason' ? t('reason') : confirm('write', { name: nombre })),
    fieldOf: { reason_required: 'reason' },
    check: ({ reason }) => (reason.trim() === '' ? 'reason_required' : undefined),
    send: ({ reason }) =>
      inTurn({ nombre, version }, (expected) =>
        setIntegration({ nombre, switches: { suspended: true }, reason, expected }),
      ),
    done: () => setOpened(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('suspend')}
      </Button>
      <FormDialog
        form={form}
        title={t('suspendTitle')}
        cancel={confirm('cancel')}
        send={t('suspend')}
        danger
        disabled={form.texts.name.trim() !== nombre}
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <Text size="sm" className="name">
          {what}
        </Text>
        <Textarea
          {...form.field('reason')}
          description={t('reasonWhat')}
          maxLength={500}
          autosize
          minRows={2}
          withAsterisk
          data-autofocus
        />
        <TextInput {...form.field('name')} classNames={{ label: 'name' }} />
      </FormDialog>
    </>
  );
}
