import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/session/context';
import type { IntegrationView } from '@/lib/integrations/find';
import { listUsers } from '@/lib/users/find';
import { Section } from '@/ui/parts/section';
import { InviteForm } from './invite-form';
import { UsersTable } from './users-table';

interface PlacePeopleProps {
  readonly integration: IntegrationView;
  /** Id of the present user. */
  readonly self: number;
}

/** Lists the people of an integration, whom administrators invite, disable and reset. */
export async function PlacePeople({ integration: { id, nombre }, self }: PlacePeopleProps) {
  const t = await getTranslations('place');
  const people = await listUsers(consoleContext().db, id);
  return (
    <Section title={t('peopleTitle')} what={t('peopleWhat')}>
      {people.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <UsersTable users={people} self={self} label={t('peopleTitle')} />
      )}
      <InviteForm nombre={nombre} />
    </Section>
  );
}
