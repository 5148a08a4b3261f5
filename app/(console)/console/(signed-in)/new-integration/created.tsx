'use client';

import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Question } from '@/lib/contract/lookups';
import { useFocusOnArrival } from '@/ui/form/focus';
import { TokenOnce } from '@/ui/form/token-once';
import { LinkButton } from '@/ui/parts/link-button';

export interface Created {
  readonly nombre: string;
  readonly token: string;
}

interface CreatedIntegrationProps {
  readonly created: Created;
  /** The request that the token is shown with. */
  readonly example: Question;
  readonly enabled: boolean;
}

export function CreatedIntegration({ created, example, enabled }: CreatedIntegrationProps) {
  const t = useTranslations('create');
  const [copied, setCopied] = useState(false);
  const done = useFocusOnArrival<HTMLParagraphElement>();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Text ref={done} tabIndex={-1} fw={600} className="name">
          {t('done', { nombre: created.nombre })}
        </Text>
        <TokenOnce
          nombre={created.nombre}
          token={created.token}
          question={example}
          enabled={enabled}
          copied={copied}
          onCopied={() => setCopied(true)}
        />
        <Group justify="flex-end">
          <LinkButton href={`/console/integrations/${created.nombre}`} variant="filled">
            {t('open')}
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}
