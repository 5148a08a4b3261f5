'use client';

import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/app/(console)/form/dialog';

const SHORTCUTS = [
  { key: 'search', keys: ['Ctrl', 'K'] },
  { key: 'help', keys: ['?'] },
  { key: 'older', keys: ['J'] },
  { key: 'newer', keys: ['K'] },
  { key: 'close', keys: ['Esc'] },
] as const;

export function Shortcuts() {
  const t = useTranslations('shortcuts');
  const [opened, setOpened] = useState(false);
  useHotkeys([['shift+?', () => setOpened(true)]]);
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t('title')}>
      <Stack gap="sm">
        {SHORTCUTS.map(({ key, keys }) => (
          <Group key={key} justify="space-between">
            <Text size="sm">{t(key)}</Text>
            <Group gap={4}>
              {keys.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}
