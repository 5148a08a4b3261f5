'use client';

import { List, ListItem, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { NAME_RULES } from '@/lib/integrations/name';

const ICONS = { open: IconCircle, kept: IconCircleCheck, broken: IconCircleX };
const GREEN = 'var(--mantine-color-green-outline)';

export function NameRules({ name }: { readonly name: string }) {
  const t = useTranslations('create');
  const good = NAME_RULES.every(({ keeps }) => keeps(name));
  return (
    <>
      <List listStyleType="none" size="xs" mb={4}>
        {NAME_RULES.map(({ key, keeps }) => {
          const state = name === '' ? 'open' : keeps(name) ? 'kept' : 'broken';
          const Icon = ICONS[state];
          return (
            <ListItem
              key={key}
              icon={
                <Icon size={14} color={state === 'kept' ? GREEN : 'currentColor'} aria-hidden />
              }
              {...(state === 'broken' ? { c: 'var(--mantine-color-error)' } : {})}
            >
              {t(`nameRules.${key}`)}
              {state !== 'open' && <VisuallyHidden> ({t(`nameStates.${state}`)})</VisuallyHidden>}
            </ListItem>
          );
        })}
      </List>
      <span className="name">{good ? t('nameKept', { name }) : t('nameForGood')}</span>
    </>
  );
}
