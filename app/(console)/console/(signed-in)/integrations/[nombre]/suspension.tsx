'use client';

import { Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { setIntegration } from '@/app/(console)/actions/integrations';
import { ConfirmButton } from '@/app/(console)/form/confirm-button';
import { inTurn } from '@/app/(console)/form/in-turn';
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
  const kind = suspended ? 'resume' : 'suspend';
  const impact = suspended ? '' : ` ${t('impact', { count: queriesLastWeek })}`;
  const what = `${t(`${kind}What`)}${impact}`;
  const change = { nombre, switches: { suspended: !suspended } };
  return (
    <Section title={t(`${kind}Title`)} what={what}>
      <Group>
        <ConfirmButton
          label={t(kind)}
          title={t(`${kind}Title`)}
          name={nombre}
          action={t(kind)}
          danger={!suspended}
          run={() =>
            inTurn({ nombre, version }, (expected) => setIntegration({ ...change, expected }))
          }
        >
          {what}
        </ConfirmButton>
      </Group>
    </Section>
  );
}
