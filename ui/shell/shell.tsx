'use client';

import {
  AppShell,
  Burger,
  Button,
  Group,
  NavLink,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId } from 'react';
import { isPlaceRole, type Role } from '@/lib/access/permissions';
import { accountOf, homeOf } from '@/lib/console/session/return-path';
import { Logo } from '@/ui/parts/logo';
import { SearchButton } from '@/ui/search/search-button';
import { AccountMenu } from './account-menu';
import { activePage, type ConsolePage, GROUPS, pagesFor } from './navigation';

interface ShellProps {
  readonly email: string;
  readonly role: Role;
  readonly theme: Theme;
  readonly deployment: ReactNode;
  /** Version and build, for the account menu. */
  readonly release: string;
  readonly children: ReactNode;
}

export function Shell({ email, role, theme, deployment, release, children }: ShellProps) {
  const t = useTranslations('navigation');
  const [opened, { toggle, close }] = useDisclosure(false);
  useStoredTheme(theme);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: !opened } }}
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
              hiddenFrom="md"
              size="sm"
              aria-label={t('menu')}
              aria-expanded={opened}
            />
            <Link href={homeOf(role)} className="logo">
              <Logo />
            </Link>
            {deployment}
          </Group>
          <Group gap="xs" wrap="nowrap">
            {!isPlaceRole(role) && <SearchButton role={role} email={email} />}
            <AccountMenu email={email} account={accountOf(role)} release={release} />
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

interface NavigationLinksProps {
  readonly role: Role;
  readonly onFollow: () => void;
}

export function NavigationLinks({ role, onFollow }: NavigationLinksProps) {
  const pages = pagesFor(role);
  const active = activePage(usePathname(), pages);
  return (
    <Stack>
      {GROUPS.map((group) => (
        <NavigationGroup
          key={group}
          group={group}
          pages={pages.filter((page) => page.group === group)}
          active={active}
          onFollow={onFollow}
        />
      ))}
    </Stack>
  );
}

interface NavigationGroupProps extends Pick<NavigationLinksProps, 'onFollow'> {
  readonly group: (typeof GROUPS)[number];
  readonly pages: readonly ConsolePage[];
  readonly active: ConsolePage | undefined;
}

function NavigationGroup({ group, pages, active, onFollow }: NavigationGroupProps) {
  const t = useTranslations('navigation');
  const id = useId();
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="xs" fw={600} c="dimmed" px="sm" py={4}>
        {t(`groups.${group}`)}
      </Text>
      {pages.map((page) => (
        <NavLink
          key={page.key}
          component={Link}
          href={page.href}
          label={t(`names.${page.key}`)}
          leftSection={<page.icon size={18} aria-hidden />}
          bdrs="sm"
          active={page === active}
          {...(page === active ? { 'aria-current': 'page' as const } : {})}
          onClick={onFollow}
        />
      ))}
    </section>
  );
}

export type Theme = 'auto' | 'light' | 'dark';

/** Applies the theme of the account, which wins over the one stored in the browser. */
export function useStoredTheme(theme: Theme): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the account's choice changes, so that a switch shows at once
  useEffect(() => {
    if (colorScheme !== theme) setColorScheme(theme);
  }, [theme]);
}
