'use client';

import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Created } from '@/app/(console)/actions/new-integration';
import { useFocusOnArrival } from '@/app/(console)/form/focus';
import { TokenOnce } from '@/app/(console)/form/token-once';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { type Flag, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';

interface CreatedIntegrationProps {
  readonly created: Created;
  readonly flags: readonly Flag[];
}

/** The token's only showing, and where to go from there. */
export function CreatedIntegration({ created, flags }: CreatedIntegrationProps) {
  const t = useTranslations('create');
  const [kept, setKept] = useState(false);
  const done = useFocusOnArrival<HTMLParagraphElement>();
  const lookup = LOOKUPS.find((one) => flags.includes(lookupFacts[one].flag));
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Text ref={done} tabIndex={-1} fw={600} className="name">
          {t('done', { nombre: created.nombre })}
        </Text>
        <TokenOnce
          nombre={created.nombre}
          token={created.token}
          lookup={lookup}
          kept={kept}
          onKept={() => setKept(true)}
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
