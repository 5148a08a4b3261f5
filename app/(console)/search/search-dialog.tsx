'use client';

import { ModalContent, ModalOverlay, ModalRoot } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useReturnedFocus } from '@/app/(console)/form/focus';
import type { Role } from '@/lib/permissions';
import { SearchBox } from './search-box';

interface SearchDialogProps {
  readonly opened: boolean;
  readonly role: Role;
  readonly email: string;
  readonly onClose: () => void;
}

export default function SearchDialog({ opened, role, email, onClose }: SearchDialogProps) {
  const t = useTranslations('search');
  useReturnedFocus(opened);
  return (
    <ModalRoot opened={opened} onClose={onClose} returnFocus={false} size={560} yOffset="10dvh">
      <ModalOverlay />
      <ModalContent aria-label={t('title')} data-search>
        <SearchBox role={role} email={email} onFollow={onClose} />
      </ModalContent>
    </ModalRoot>
  );
}
