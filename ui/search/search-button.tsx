'use client';

import { Button, Group, Kbd, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Role } from '@/lib/access/permissions';
import { Dialog } from '@/ui/dialog/dialog';
import { useReturnedFocus } from '@/ui/form/focus';
import { useRecents } from './recent';

const SearchDialog = dynamic(() => import('./search-dialog'), { ssr: false });

interface SearchButtonProps {
  readonly role: Role;
  /** The search remembers what each user opened. */
  readonly email: string;
}

/**
 * Opens the search by click or Ctrl-K. Its code is loaded on first use: until then a hidden field
 * receives what is typed.
 */
export function SearchButton({ role, email }: SearchButtonProps) {
  const t = useTranslations('search');
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const os = useOs();
  useRecents(email);
  const early = useRef<HTMLInputElement>(null);
  useReturnedFocus(opened);
  useEffect(() => {
    if (opened) early.current?.focus();
  }, [opened]);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  const close = () => setOpened(false);
  const toggle = () => {
    if (opened) close();
    // Does not open above another dialog.
    else if (document.querySelector('[role=dialog]:not([data-search])') === null) open();
  };
  useHotkeys([['mod+K', toggle]], [], true);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        px="sm"
        fw={400}
        onClick={open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} aria-hidden />
        <VisuallyHidden>{t('title')}</VisuallyHidden>
        <Text span size="sm" mx="xs" visibleFrom="sm" aria-hidden>
          {t('open')}
        </Text>
        <Kbd size="xs" visibleFrom="sm" aria-hidden>
          {os === 'macos' || os === 'ios' ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </Button>
      {opened && (
        <VisuallyHidden>
          <input
            ref={early}
            aria-label={t('title')}
            tabIndex={-1}
            onKeyDown={({ key }) => key === 'Escape' && close()}
          />
        </VisuallyHidden>
      )}
      {wanted && (
        <SearchDialog opened={opened} role={role} email={email} early={early} onClose={close} />
      )}
      <Shortcuts />
    </>
  );
}

const SHORTCUTS = [
  { key: 'search', keys: ['Ctrl', 'K'] },
  { key: 'help', keys: ['?'] },
  { key: 'older', keys: ['J'] },
  { key: 'newer', keys: ['K'] },
  { key: 'close', keys: ['Esc'] },
] as const;

function Shortcuts() {
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
