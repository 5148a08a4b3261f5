import { Alert, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/instant';
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
  const alone =
    users.filter((user) => user.role === 'admin' && !user.disabledAt && !user.invited).length === 1;
  const rows = users.map((user) => ({
    ...user,
    lastSignIn: user.lastSignInAt === null ? null : <Instant at={user.lastSignInAt} />,
  }));
  return (
    <Stack gap="lg" maw={960}>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      {alone && <Alert color="yellow">{t('alone')}</Alert>}
      <UsersTable users={rows} self={session.userId} />
      <InviteForm />
      <RolePolicies required={required} />
    </Stack>
  );
}
