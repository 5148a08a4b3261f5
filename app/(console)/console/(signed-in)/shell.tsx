'use client';

import {
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconHistory, IconPlugConnected, IconUsers } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { signOut } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

interface ShellProps {
  readonly email: string;
  readonly role: 'admin' | 'soporte';
  readonly deployment: ReactNode;
  readonly children: ReactNode;
}

const PAGES = [
  { key: 'integrations', href: '/console/integrations', icon: IconPlugConnected, admin: false },
  { key: 'users', href: '/console/users', icon: IconUsers, admin: true },
  { key: 'audit', href: '/console/audit', icon: IconHistory, admin: true },
] as const;

/** Header, navigation and the place of a page; what somebody may not open is not offered. */
export function Shell({ email, role, deployment, children }: ShellProps) {
  const t = useTranslations('navigation');
  const pathname = usePathname();
  const [opened, { toggle, close }] = useDisclosure(false);
  const offered = PAGES.filter((page) => role === 'admin' || !page.admin);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('menu')} />
            <Text fw={700}>Pasarela</Text>
            {deployment}
          </Group>
          <AccountMenu email={email} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" component="nav" aria-label={t('pages')}>
        <ScrollArea>
          {offered.map(({ key, href, icon: Icon }) => (
            <NavLink
              key={key}
              component={Link}
              href={href}
              label={t(key)}
              leftSection={<Icon size={18} aria-hidden />}
              active={pathname.startsWith(href)}
              {...(pathname.startsWith(href) ? { 'aria-current': 'page' as const } : {})}
              onClick={close}
            />
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main>{children}</AppShell.Main>
    </AppShell>
  );
}

function AccountMenu({ email }: { readonly email: string }) {
  const t = useTranslations('navigation');
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <VisuallyHidden>{t('account')}: </VisuallyHidden>
          <Text span size="sm" maw={{ base: 120, sm: 240 }} truncate>
            {email}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/console/account">
          {t('account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut({ callbackUrl: '/login' })}>{t('signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
