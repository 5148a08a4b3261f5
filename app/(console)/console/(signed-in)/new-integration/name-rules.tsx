'use client';

import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { NAME_RULES } from '@/lib/integrations/name';

const ICONS = { open: IconCircle, kept: IconCircleCheck, broken: IconCircleX };

/** Lists the rules of a name and whether the typed name meets each. */
export function NameRules({ name }: { readonly name: string }) {
  const t = useTranslations('create');
  const good = NAME_RULES.every(({ keeps }) => keeps(name));
  return (
    <>
      <ul className="rules">
        {NAME_RULES.map(({ key, keeps }) => {
          const state = name === '' ? 'open' : keeps(name) ? 'kept' : 'broken';
          const Icon = ICONS[state];
          return (
            <li key={key} data-state={state}>
              <Icon size={14} aria-hidden className="rule-icon" data-state={state} />
              <span>
                {t(`nameRules.${key}`)}
                {state !== 'open' && <VisuallyHidden> ({t(`nameStates.${state}`)})</VisuallyHidden>}
              </span>
            </li>
          );
        })}
      </ul>
      <span className="name">{good ? t('nameKept', { name }) : t('nameForGood')}</span>
    </>
  );
}
