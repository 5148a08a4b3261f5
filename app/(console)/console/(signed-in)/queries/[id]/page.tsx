import { PageTitle } from '@/app/(console)/layout/section';
import '@/app/(console)/records/records.css';
import { Group, Stack, Text } from '@mantine/core';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/time';
import { titled } from '@/app/(console)/layout/metadata';
import { Status } from '@/app/(console)/records/cells';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { type QueryStory, readQueryStory } from '@/lib/console/query-story';
import { findIntegration } from '@/lib/integrations/find';
import { may } from '@/lib/permissions';
import { settings } from '@/lib/settings';
import { ExplanationSection } from './explanation';
import { QueryFacts } from './facts';
import { Neighbours } from './neighbours';
import { Steps } from './steps';

export const generateMetadata = titled('query.title');

export default async function QueryPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const { role } = await requireUser();
  const { db } = consoleContext();
  const story = await readQueryStory(db, (await params).id, settings().sourceTimeoutMs);
  if (story === undefined) notFound();
  const { charged, nombre } = story.record;
  const account =
    may(role, 'billing.refund') && charged > 0n ? await findIntegration(db, nombre) : undefined;
  return (
    <Stack gap="lg" maw={960}>
      <Heading record={story.record} />
      <ExplanationSection story={story} />
      <QueryFacts story={story} saldo={account?.saldo} role={role} />
      <Steps record={story.record} />
      <Neighbours story={story} />
    </Stack>
  );
}

async function Heading({ record }: Pick<QueryStory, 'record'>) {
  const t = await getTranslations('query');
  const lookups = await getTranslations('lookups');
  const { nombre } = record;
  return (
    <Stack gap={4}>
      <Link href="/console/queries" className="quiet">
        {t('backToList')}
      </Link>
      <Group gap="sm">
        <PageTitle>{t('title')}</PageTitle>
        <Status status={record.status} />
      </Group>
      <Text>
        <Instant at={record.createdAt} precise /> · {lookups(record.lookup)} ·{' '}
        <Link href={`/console/integrations/${nombre}`} className="quiet name">
          {nombre}
        </Link>
      </Text>
    </Stack>
  );
}
