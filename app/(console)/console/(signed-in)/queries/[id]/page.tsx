import '@/app/(console)/records/records.css';
import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/context';
import type { PageProps } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { placeOfQuery } from '@/lib/console/query-place';
import { readQueryStory } from '@/lib/console/query-story';
import { findIntegration } from '@/lib/integrations/find';
import { may } from '@/lib/permissions';
import { settings } from '@/lib/settings';
import { ExplanationSection } from './explanation';
import { QueryFacts } from './facts';
import { Heading } from './heading';
import { Neighbours } from './neighbours';
import { Steps } from './steps';

interface QueryPageProps extends PageProps {
  readonly params: Promise<{ id: string }>;
}

/** Tells tabs apart by the end of the id, as the statement does. */
export async function generateMetadata({ params }: QueryPageProps): Promise<Metadata> {
  const t = await getTranslations('statement');
  return { title: t('query', { id: (await params).id.slice(-8) }) };
}

export default async function QueryPage({ params, searchParams }: QueryPageProps) {
  const session = await requireUser();
  const { role } = session;
  const { db } = consoleContext();
  const story = await readQueryStory(db, (await params).id, settings().sourceTimeoutMs);
  if (story === undefined) notFound();
  const { charged, nombre } = story.record;
  const place = await placeOfQuery(db, story.record, await searchParams, session);
  const account =
    may(role, 'billing.refund') && charged > 0n ? await findIntegration(db, nombre) : undefined;
  return (
    <Stack gap="lg" maw={960}>
      <Heading record={story.record} place={place} />
      <ExplanationSection story={story} />
      <QueryFacts story={story} saldo={account?.saldo} role={role} />
      <Steps record={story.record} />
      <Neighbours story={story} />
    </Stack>
  );
}
