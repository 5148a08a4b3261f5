'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { endOverlap } from '@/app/(console)/actions/integrations';
import { Dialog } from '@/app/(console)/form/dialog';
import { useAction } from '@/app/(console)/form/proof';

interface EndOverlapProps {
  readonly nombre: string;
  /** Id of the newest token, as the page showed it. */
  readonly newest: number;
  /** How much the old token was still used. */
  readonly impact: string;
  readonly used: boolean;
}

/** Ends the old token before its time, after telling who that would hit. */
export function EndOverlap({ nombre, newest, impact, used }: EndOverlapProps) {
  const t = useTranslations('tokens');
  const { run } = useAction();
  const [asking, setAsking] = useState(false);
  const end = () => {
    setAsking(false);
    run(() => endOverlap({ nombre, expected: newest }), {
      done: () => notifications.show({ message: t('ended') }),
    });
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('end')}
      </Button>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={t('endTitle')}>
        <Stack>
          <Text size="sm">{impact}</Text>
          <Text size="sm">{t(used ? 'endWhatUsed' : 'endWhat')}</Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button color="red.9" onClick={end}>
              {t('end')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
