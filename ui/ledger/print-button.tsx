'use client';

import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

export function PrintButton() {
  const t = useTranslations('statement');
  return (
    <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
      {t('print')}
    </Button>
  );
}
