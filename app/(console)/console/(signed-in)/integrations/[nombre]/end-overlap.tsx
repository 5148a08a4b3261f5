'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { endOverlap } from '@/app/(console)/actions/integrations';
import { ConfirmDialog } from '@/app/(console)/form/confirm-dialog';
import { useAction } from '@/app/(console)/form/proof';

interface EndOverlapProps {
  readonly nombre: string;
  /** Id of the newest token, as the page showed it. */
  readonly newest: number;
  /** Says how much the old token is used. */
  readonly impact: string;
  readonly used: boolean;
}

/** Revokes the old token early, after a question. */
export function EndOverlap({ nombre, newest, impact, used }: EndOverlapProps) {
  const t = useTranslations('tokens');
  const { run } = useAction();
  const [asking, setAsking] = useState(false);
  const end = () =>
    run(() => endOverlap({ nombre, expected: newest }), {
      done: () => notifications.show({ message: t('ended') }),
    });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('end')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('endTitle')}
        action={t('end')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={end}
      >
        <p>{impact}</p>
        <p>{t(used ? 'endWhatUsed' : 'endWhat')}</p>
      </ConfirmDialog>
    </>
  );
}
