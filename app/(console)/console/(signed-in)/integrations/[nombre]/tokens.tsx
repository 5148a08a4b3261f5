import { Code } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DataTable } from '@/app/(console)/data-table';
import { Instant } from '@/app/(console)/instant';
import { Section } from '@/app/(console)/section';
import type { Lookup } from '@/lib/contract/lookups';
import type { CredentialView } from '@/lib/integrations/list-credentials';
import { RotateToken } from './rotate-token';

interface TokensProps {
  readonly nombre: string;
  readonly editable: boolean;
  readonly credentials: readonly CredentialView[];
  readonly example: Lookup;
}

/** The live tokens, never whole. */
export async function Tokens({ nombre, editable, credentials, example }: TokensProps) {
  const t = await getTranslations('integration');
  const [newest] = credentials;
  const overlap = credentials.some(({ expiresAt }) => expiresAt !== null);
  return (
    <Section title={t('tokensTitle')} what={t('tokensWhat')}>
      <DataTable
        label={t('tokensTitle')}
        minWidth={460}
        columns={[
          { key: 'token', title: t('token'), nowrap: true },
          { key: 'created', title: t('created'), nowrap: true },
          { key: 'ends', title: t('ends'), nowrap: true },
        ]}
        rows={credentials.map(({ id, prefix, lastFour, createdAt, expiresAt }) => ({
          key: String(id),
          cells: {
            token: (
              <Code>
                {prefix}…{lastFour}
              </Code>
            ),
            created: <Instant at={createdAt} />,
            ends: expiresAt === null ? t('current') : <Instant at={expiresAt} />,
          },
        }))}
      />
      {editable && newest !== undefined && (
        <RotateToken nombre={nombre} newest={newest.id} overlap={overlap} example={example} />
      )}
    </Section>
  );
}
