import { Badge, Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { listAudit } from '@/lib/audit/list';
import { consoleContext } from '@/lib/console/context';
import { requireAdministrator } from '@/lib/console/guard';

const PAGE_SIZE = 50;

const querySchema = z.object({
  actor: z.string().max(320).optional().catch(undefined),
  target: z.string().max(320).optional().catch(undefined),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt)
    .optional()
    .catch(undefined),
});

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audit'))('title') };
}

interface AuditPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  await requireAdministrator();
  const filter = querySchema.parse(await searchParams);
  const t = await getTranslations('audit');
  const format = await getFormatter();
  const found = await listAudit(consoleContext().db, filter, PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  const link = (parts: Record<string, string>) => `/console/audit?${new URLSearchParams(parts)}`;
  const kept = {
    ...(filter.actor ? { actor: filter.actor } : {}),
    ...(filter.target ? { target: filter.target } : {}),
  };
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      {Object.keys(kept).length > 0 && (
        <Group gap="xs">
          {Object.values(kept).map((value) => (
            <Badge key={value} variant="light" tt="none">
              {value}
            </Badge>
          ))}
          <Button component={Link} href="/console/audit" variant="subtle" size="compact-sm">
            {t('clear')}
          </Button>
        </Group>
      )}
      {rows.length === 0 && <Text c="dimmed">{t('empty')}</Text>}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={760}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('when')}</Table.Th>
                <Table.Th>{t('who')}</Table.Th>
                <Table.Th>{t('what')}</Table.Th>
                <Table.Th>{t('target')}</Table.Th>
                <Table.Th>{t('change')}</Table.Th>
                <Table.Th>{t('from')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={String(row.id)}>
                  <Table.Td>
                    <time dateTime={row.at.toISOString()} title={row.at.toISOString()}>
                      {format.dateTime(row.at, { dateStyle: 'medium', timeStyle: 'medium' })}
                    </time>
                  </Table.Td>
                  <Table.Td className="name">
                    <Link href={link({ ...kept, actor: row.actor })}>{row.actor}</Link>
                  </Table.Td>
                  <Table.Td>{row.action}</Table.Td>
                  <Table.Td className="name">
                    <Link href={link({ ...kept, target: row.target })}>{row.target}</Link>
                  </Table.Td>
                  <Table.Td>
                    <Difference before={row.before} after={row.after} />
                  </Table.Td>
                  <Table.Td>{row.address ?? '—'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found.length > PAGE_SIZE && last !== undefined && (
        <Group justify="center">
          <Button component={Link} href={link({ ...kept, before: String(last.id) })} variant="default">
            {t('older')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Difference({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (before === null && after === null) return <>—</>;
  return (
    <Stack gap={2} align="flex-start">
      {before !== null && <Code className="name">− {JSON.stringify(before)}</Code>}
      {after !== null && <Code className="name">+ {JSON.stringify(after)}</Code>}
    </Stack>
  );
}
