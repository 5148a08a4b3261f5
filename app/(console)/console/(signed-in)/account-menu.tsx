'use client';

import { Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import Link from 'next/link';
import { signOut } from 'next-auth/react';
import { useTranslations } from 'next-intl';

/** Signs out without following the address that the server believes it has. */
async function leave(): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign('/login');
}

export function AccountMenu({ email }: { readonly email: string }) {
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
          <Text span size="sm" maw={{ base: 72, xs: 240 }} truncate>
            {email}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/console/account">
          {t('account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()}>{t('signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
