'use client';

import { Button, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Role } from '@/lib/permissions';
import { useRecents } from './recent';
import { Shortcuts } from './shortcuts';

const SearchDialog = dynamic(() => import('./search-dialog'), { ssr: false });

interface SearchButtonProps {
  readonly role: Role;
  /** Apart for each user, the search remembers what was opened. */
  readonly email: string;
}

/** Opens the search by click or Ctrl-K; its code is loaded on first use. */
export function SearchButton({ role, email }: SearchButtonProps) {
  const t = useTranslations('search');
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const os = useOs();
  useRecents(email);
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
      {wanted && <SearchDialog opened={opened} role={role} email={email} onClose={close} />}
      <Shortcuts />
    </>
  );
}
