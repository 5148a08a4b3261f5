'use client';

import { ModalContent, ModalOverlay, ModalRoot } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { RefObject } from 'react';
import type { Role } from '@/lib/permissions';
import { SearchBox } from './search-box';

interface SearchDialogProps {
  readonly opened: boolean;
  readonly role: Role;
  readonly email: string;
  readonly early: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

export default function SearchDialog({ opened, onClose, ...box }: SearchDialogProps) {
  const t = useTranslations('search');
  return (
    <ModalRoot opened={opened} onClose={onClose} returnFocus={false} size={560} yOffset="10dvh">
      <ModalOverlay />
      <ModalContent aria-label={t('title')} data-search>
        <SearchBox {...box} onFollow={onClose} />
      </ModalContent>
    </ModalRoot>
  );
}
