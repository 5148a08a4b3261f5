'use client';

import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { curlOf } from '@/lib/console/example';
import type { Lookup } from '@/lib/contract/lookups';

interface TokenOnceProps {
  readonly nombre: string;
  readonly token: string;
  /** The one that the example asks: an enabled one where there is any. */
  readonly lookup: Lookup;
}

/** A new token, shown this once, and a line for the terminal that uses it. */
export function TokenOnce({ nombre, token, lookup }: TokenOnceProps) {
  const t = useTranslations('token');
  const curl = curlOf({ origin: window.location.origin, nombre, token, lookup });
  return (
    <Stack>
      <Alert color="yellow">{t('once')}</Alert>
      <Copyable label={t('token')} copy={t('copyToken')} value={token} />
      <Copyable label={t('example')} copy={t('copyExample')} value={curl} />
    </Stack>
  );
}

interface CopyableProps {
  readonly label: string;
  readonly copy: string;
  readonly value: string;
}

function Copyable({ label, copy, value }: CopyableProps) {
  const t = useTranslations('token');
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value}>
          {({ copied, copy: run }) => (
            <Button variant="default" size="compact-sm" onClick={run} aria-live="polite">
              {copied ? t('copied') : copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block className="secret">
        {value}
      </Code>
    </Stack>
  );
}
