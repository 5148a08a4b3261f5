'use client';

import { ModalContent, ModalOverlay, ModalRoot } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { SearchBox, type SearchBoxProps } from './search-box';

interface SearchDialogProps extends Omit<SearchBoxProps, 'onFollow'> {
  readonly opened: boolean;
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
