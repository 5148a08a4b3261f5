'use client';

import { Code, Group, Stack, Switch, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useOptimistic } from 'react';
import { useAction } from '@/app/(console)/proof';
import { Section } from '@/app/(console)/section';
import type { Flag, Lookup } from '@/lib/contract/lookups';
import { setFlag } from './actions';

interface LookupSwitch {
  readonly lookup: Lookup;
  readonly flag: Flag;
  readonly path: string;
  readonly on: boolean;
}

interface FlagsProps {
  readonly nombre: string;
  readonly version: number;
  readonly editable: boolean;
  readonly lookups: readonly LookupSwitch[];
}

/** What the integration may ask. Each switch saves by itself and counts from the next query on. */
export function Flags({ nombre, version, editable, lookups }: FlagsProps) {
  const t = useTranslations('integration');
  const names = useTranslations('lookups');
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(
    lookups,
    (before, { flag, on }: Pick<LookupSwitch, 'flag' | 'on'>) =>
      before.map((one) => (one.flag === flag ? { ...one, on } : one)),
  );
  const change = (flag: Flag, on: boolean) =>
    run(() => {
      show({ flag, on });
      return setFlag({ nombre, version, flag, on });
    });
  return (
    <Section title={t('flagsTitle')} what={t(editable ? 'flagsWhat' : 'flagsRead')}>
      <Stack gap="sm" aria-busy={pending}>
        {shown.map(({ lookup, flag, path, on }) => (
          <Group key={flag} justify="space-between" gap="xs">
            <Switch
              label={names(lookup)}
              checked={on}
              disabled={!editable || pending}
              onChange={(event) => change(flag, event.currentTarget.checked)}
            />
            <Text component="span" size="sm" visibleFrom="xs">
              <Code>POST {path}</Code>
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
