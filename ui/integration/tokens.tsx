import { Alert, Code, Group, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DAY_MS } from '@/lib/base/time/time';
import { credentialsOf } from '@/lib/console/views/integration';
import type { IntegrationView } from '@/lib/integrations/find';
import type { CredentialView } from '@/lib/integrations/list-credentials';
import { maskedToken } from '@/lib/integrations/token';
import { endOverlap } from '@/ui/actions/integrations';
import { ConfirmButton } from '@/ui/dialog/confirm-button';
import { Later } from '@/ui/parts/later';
import { Section } from '@/ui/parts/section';
import { Instant } from '@/ui/parts/time';
import { DataTable } from '@/ui/table/data-table';

interface TokensProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
}

export async function Tokens({ integration, editable }: TokensProps) {
  const t = await getTranslations('tokens');
  return (
    <Section title={t('title')} what={t('what')}>
      <Later rows={2}>
        <Credentials integration={integration} editable={editable} />
      </Later>
    </Section>
  );
}

async function Credentials({ integration, editable }: TokensProps) {
  const credentials = await credentialsOf(integration.id);
  const { nombre } = integration;
  const [newest, old] = credentials;
  return (
    <>
      <TokenTable credentials={credentials} />
      {newest !== undefined && old !== undefined && (
        <Overlap nombre={nombre} newest={newest} old={old} editable={editable} />
      )}
    </>
  );
}

async function TokenTable({ credentials }: { credentials: readonly CredentialView[] }) {
  const t = await getTranslations('tokens');
  const queries = (count: number) => t('count', { count });
  const when = (at: Date | null, never: string) => (at ? <Instant at={at} /> : never);
  return (
    <DataTable
      label={t('title')}
      minWidth={690}
      stacks
      rows={credentials}
      keyOf={({ id }) => id}
      columns={[
        { title: t('token'), nowrap: true, cell: (row) => <Code>{maskedToken(row)}</Code> },
        {
          title: t('created'),
          named: true,
          nowrap: true,
          cell: ({ createdAt }) => <Instant at={createdAt} />,
        },
        {
          title: t('used'),
          named: true,
          nowrap: true,
          cell: (row) => when(row.lastQueryAt, t('unused')),
        },
        { title: t('day'), numeric: true, cell: (row) => queries(row.queriesLastDay) },
        { title: t('week'), numeric: true, cell: (row) => queries(row.queriesLastWeek) },
        {
          title: t('ends'),
          named: true,
          nowrap: true,
          cell: (row) => when(row.expiresAt, t('endless')),
        },
      ]}
    />
  );
}

interface OverlapProps extends Pick<TokensProps, 'editable'> {
  readonly nombre: string;
  readonly newest: CredentialView;
  readonly old: CredentialView;
}

/** Shows whether the old token of a rotation is still used, and revokes it for users who may. */
async function Overlap({ nombre, newest, old, editable }: OverlapProps) {
  const t = await getTranslations('tokens');
  const recent = Date.now() - newest.createdAt.getTime() < DAY_MS;
  const token = maskedToken(old);
  const impact = t(recent ? 'sinceRotation' : 'sinceYesterday', {
    count: old.queriesLately,
    token,
  });
  return (
    <Alert
      {...(old.queriesLately > 0 ? { color: 'yellow' } : { variant: 'default' })}
      title={t('overlapTitle')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {impact}
        </Text>
        {editable && (
          <ConfirmButton
            label={t('end')}
            title={t('endTitle')}
            action={t('end')}
            danger
            run={endOverlap.bind(null, { nombre, expected: newest.id })}
            done={t('ended')}
          >
            <p>{impact}</p>
            <p>{t(old.queriesLately > 0 ? 'endWhatUsed' : 'endWhat')}</p>
          </ConfirmButton>
        )}
      </Group>
    </Alert>
  );
}
