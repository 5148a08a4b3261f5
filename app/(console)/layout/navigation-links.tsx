'use client';

import { NavLink, Text } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Role } from '@/lib/permissions';
import { activePage, type ConsolePage, GROUPS, pagesFor } from './navigation';
import { Pending } from './pending';

interface NavigationLinksProps {
  readonly role: Role;
  readonly onFollow: () => void;
}

/** The pages, by what they are for. */
export function NavigationLinks({ role, onFollow }: NavigationLinksProps) {
  const pages = pagesFor(role);
  const active = activePage(usePathname());
  return GROUPS.map((group) => (
    <NavigationGroup
      key={group}
      group={group}
      pages={pages.filter((page) => page.group === group)}
      active={active}
      onFollow={onFollow}
    />
  ));
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
    <section aria-labelledby={id} className="navigation-group">
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
          rightSection={<Pending />}
          active={page === active}
          {...(page === active ? { 'aria-current': 'page' as const } : {})}
          onClick={onFollow}
        />
      ))}
    </section>
  );
}
