'use client';

import { Box, Button, NavLink, Paper, Text, VisuallyHidden } from '@mantine/core';
import { IconActivity, IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { Actor } from '@/ui/parts/actor';
import { signOut } from './sign-out';

interface AccountMenuProps {
  readonly email: string;
  /** Address of the page of one's own account. */
  readonly account: string;
  readonly release: string;
}

/** The account menu, as a native popover. */
export function AccountMenu({ email, account, release }: AccountMenuProps) {
  const t = useTranslations('navigation');
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button variant="subtle" color="gray" size="sm" px="sm" popoverTarget={id}>
        <VisuallyHidden>{`${t('account')}: ${email}`}</VisuallyHidden>
        <Text span size="sm" maw={240} truncate visibleFrom="sm" aria-hidden>
          {email}
        </Text>
        <Box component="span" visibleFrom="sm" ml={6} lh={0}>
          <IconChevronDown size={14} aria-hidden />
        </Box>
        <Box component="span" hiddenFrom="sm" lh={0}>
          <IconUserCircle size={20} aria-hidden />
        </Box>
      </Button>
      <Paper id={id} ref={menu} popover="auto" withBorder shadow="md" className="account-menu">
        <Text size="sm" c="dimmed" px="sm" py="xs">
          <Actor name={email} />
        </Text>
        <NavLink
          component={Link}
          href={account}
          label={t('account')}
          leftSection={<IconUserCircle size={18} aria-hidden />}
          onClick={() => menu.current?.hidePopover()}
        />
        <NavLink
          href="/estado"
          label={t('status')}
          leftSection={<IconActivity size={18} aria-hidden />}
        />
        <NavLink
          component="button"
          type="button"
          label={t('signOut')}
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={() => void signOut()}
        />
        <Text size="xs" c="dimmed" px="sm" py="xs">
          Pasarela {release}
        </Text>
      </Paper>
    </>
  );
}
