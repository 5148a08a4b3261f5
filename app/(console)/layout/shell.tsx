'use client';

import { AppShell, Burger, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SearchButton } from '@/app/(console)/search/search-button';
import type { Role } from '@/lib/permissions';
import { AccountMenu } from './account-menu';
import { NavigationLinks } from './navigation-links';
import { type Theme, useStoredTheme } from './stored-theme';

interface ShellProps {
  readonly email: string;
  readonly role: Role;
  readonly theme: Theme;
  readonly deployment: ReactNode;
  readonly children: ReactNode;
}

/** Header, navigation and the place of a page; what somebody may not open is not offered. */
export function Shell({ email, role, theme, deployment, children }: ShellProps) {
  const t = useTranslations('navigation');
  const [opened, { toggle, close }] = useDisclosure(false);
  useStoredTheme(theme);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <Button component="a" href="#content" className="skip" size="compact-md">
        {t('skip')}
      </Button>
      <AppShell.Header>
        <Group h="100%" px={{ base: 'xs', sm: 'md' }} justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('menu')}
              aria-expanded={opened}
            />
            <Text fw={700}>Pasarela</Text>
            {deployment}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton role={role} />
            <AccountMenu email={email} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('pages')}>
        <NavigationLinks role={role} onFollow={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
