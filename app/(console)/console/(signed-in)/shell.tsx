'use client';

import { AppShell, Burger, Button, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory, IconPlugConnected, IconUsers } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AccountMenu } from './account-menu';
import { type Theme, useStoredTheme } from './stored-theme';

interface ShellProps {
  readonly email: string;
  readonly role: 'admin' | 'soporte';
  readonly theme: Theme;
  readonly deployment: ReactNode;
  readonly children: ReactNode;
}

const PAGES = [
  { key: 'integrations', href: '/console/integrations', icon: IconPlugConnected, admin: false },
  { key: 'users', href: '/console/users', icon: IconUsers, admin: true },
  { key: 'audit', href: '/console/audit', icon: IconHistory, admin: true },
] as const;

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
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
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
          <AccountMenu email={email} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('pages')}>
        <Navigation role={role} onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

interface NavigationProps extends Pick<ShellProps, 'role'> {
  readonly onClose: () => void;
}

function Navigation({ role, onClose }: NavigationProps) {
  const t = useTranslations('navigation');
  const pathname = usePathname();
  const offered = PAGES.filter((page) => role === 'admin' || !page.admin);
  return (
    <ScrollArea>
      {offered.map(({ key, href, icon: Icon }) => {
        const active = pathname.startsWith(href);
        return (
          <NavLink
            key={key}
            component={Link}
            href={href}
            label={t(key)}
            leftSection={<Icon size={18} aria-hidden />}
            active={active}
            {...(active ? { 'aria-current': 'page' as const } : {})}
            onClick={onClose}
          />
        );
      })}
    </ScrollArea>
  );
}
