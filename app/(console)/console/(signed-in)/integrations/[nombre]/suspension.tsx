'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmByName } from '@/app/(console)/confirm-by-name';
import { useAction } from '@/app/(console)/proof';
import { Section } from '@/app/(console)/section';
import { setSuspended } from './actions';

interface SuspensionProps {
  readonly nombre: string;
  readonly version: number;
  readonly suspended: boolean;
}

export function Suspension({ nombre, version, suspended }: SuspensionProps) {
  const t = useTranslations('suspension');
  const { run, pending } = useAction();
  const [confirming, setConfirming] = useState(false);
  const kind = suspended ? 'resume' : 'suspend';
  return (
    <Section title={t(`${kind}Title`)} what={t(`${kind}What`)}>
      <Group>
        <Button variant="default" loading={pending} onClick={() => setConfirming(true)}>
          {t(kind)}
        </Button>
      </Group>
      <ConfirmByName
        opened={confirming}
        title={t(`${kind}Title`)}
        what={t(`${kind}What`)}
        name={nombre}
        action={t(kind)}
        danger={!suspended}
        onClose={() => setConfirming(false)}
        onConfirm={() => run(() => setSuspended({ nombre, version, suspended: !suspended }))}
      />
    </Section>
  );
}
