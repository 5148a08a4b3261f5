'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { setIntegration } from '@/app/(console)/actions/integrations';
import { ConfirmDialog } from '@/app/(console)/form/confirm-dialog';
import { inTurn } from '@/app/(console)/form/in-turn';
import { useAction } from '@/app/(console)/form/proof';
import { Section } from '@/app/(console)/layout/section';

interface SuspensionProps {
  readonly nombre: string;
  readonly version: number;
  readonly suspended: boolean;
  /** Queries that a suspension would stop. */
  readonly queriesLastWeek: number;
}

export function Suspension({ nombre, version, suspended, queriesLastWeek }: SuspensionProps) {
  const t = useTranslations('suspension');
  const { run } = useAction();
  const [confirming, setConfirming] = useState(false);
  const kind = suspended ? 'resume' : 'suspend';
  const impact = suspended ? '' : ` ${t('impact', { count: queriesLastWeek })}`;
  const what = `${t(`${kind}What`)}${impact}`;
  const save = () =>
    run(() =>
      inTurn({ nombre, version }, (expected) =>
        setIntegration({ nombre, expected, switches: { suspended: !suspended } }),
      ),
    );
  return (
    <Section title={t(`${kind}Title`)} what={what}>
      <Group>
        <Button variant="default" onClick={() => setConfirming(true)}>
          {t(kind)}
        </Button>
      </Group>
      <ConfirmDialog
        opened={confirming}
        title={t(`${kind}Title`)}
        name={nombre}
        action={t(kind)}
        danger={!suspended}
        onClose={() => setConfirming(false)}
        onConfirm={save}
      >
        {what}
      </ConfirmDialog>
    </Section>
  );
}
