'use client';

import { VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';

/** Explains a word on hover, focus or touch. */
export function Tip({ about, children }: { readonly about: string; readonly children: string }) {
  const t = useTranslations('tip');
  const id = useId();
  const [dismissed, setDismissed] = useState(false);
  return (
    <>
      <button
        type="button"
        className="tip"
        aria-describedby={id}
        data-dismissed={dismissed || undefined}
        onKeyDown={(event) => event.key === 'Escape' && setDismissed(true)}
        onBlur={() => setDismissed(false)}
        onPointerEnter={() => setDismissed(false)}
      >
        <IconInfoCircle size={14} aria-hidden />
        <VisuallyHidden>{t('what', { about })}</VisuallyHidden>
      </button>
      <span role="tooltip" id={id} className="overlay tip-text">
        {children}
      </span>
    </>
  );
}
