import { Alert, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/context';
import { requireAdministrator } from '@/lib/console/guard';
import { listUsers, requiredSecondFactor } from '@/lib/users/find';
import { InviteForm } from './invite-form';
import { RolePolicies } from './role-policies';
import { UsersTable } from './users-table';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('users'))('title') };
}

export default async function UsersPage() {
  const { session } = await requireAdministrator();
  const { db } = consoleContext();
  const t = await getTranslations('users');
  const [users, required] = await Promise.all([listUsers(db), requiredSecondFactor(db)]);
  const alone = users.filter((user) => user.role === 'admin' && !user.disabledAt).length === 1;
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        {alone && <Alert color="yellow">{t('alone')}</Alert>}
        <UsersTable users={users} self={session.userId} />
      </Stack>
      <InviteForm />
      <RolePolicies required={required} />
    </Stack>
  );
}
