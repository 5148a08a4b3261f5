import { Code } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DataTable } from '@/app/(console)/data-table';
import { Instant } from '@/app/(console)/instant';
import { Later } from '@/app/(console)/later';
import { Section } from '@/app/(console)/section';
import { consoleContext } from '@/lib/console/context';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { IntegrationView } from '@/lib/integrations/find';
import { listCredentials } from '@/lib/integrations/list-credentials';
import { RotateToken } from './rotate-token';

interface TokensProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
}

/** The live tokens, never whole. */
export async function Tokens(props: TokensProps) {
  const t = await getTranslations('integration');
  return (
    <Section title={t('tokensTitle')} what={t('tokensWhat')}>
      <Later rows={2}>
        <Credentials {...props} />
      </Later>
    </Section>
  );
}

async function Credentials({ integration, editable }: TokensProps) {
  const t = await getTranslations('integration');
  const credentials = await listCredentials(consoleContext().db, integration.id);
  const [newest] = credentials;
  const overlap = credentials.some(({ expiresAt }) => expiresAt !== null);
  const example = LOOKUPS.find((lookup) => integration[lookupFacts[lookup].flag]) ?? 'cui-nit';
  return (
    <>
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
        <RotateToken
          nombre={integration.nombre}
          newest={newest.id}
          overlap={overlap}
          example={example}
        />
      )}
    </>
  );
}
