import { Code, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/instant';
import { ScrollTable } from '@/app/(console)/scroll-table';
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
      <ScrollTable label={t('tokensTitle')} minWidth={460}>
        <TableThead>
          <TableTr>
            <TableTh>{t('token')}</TableTh>
            <TableTh>{t('created')}</TableTh>
            <TableTh>{t('ends')}</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {credentials.map(({ id, prefix, lastFour, createdAt, expiresAt }) => (
            <TableTr key={id}>
              <TableTd>
                <Code>
                  {prefix}…{lastFour}
                </Code>
              </TableTd>
              <TableTd className="moment">
                <Instant at={createdAt} />
              </TableTd>
              <TableTd className="moment">
                {expiresAt === null ? t('current') : <Instant at={expiresAt} />}
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </ScrollTable>
      {editable && newest !== undefined && (
        <RotateToken nombre={nombre} newest={newest.id} overlap={overlap} example={example} />
      )}
    </Section>
  );
}
