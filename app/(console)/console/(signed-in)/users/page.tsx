import { Alert, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { Later } from '@/app/(console)/later';
import { consoleContext } from '@/lib/console/context';
import { requireAdministrator } from '@/lib/console/guard';
import { sortSchema } from '@/lib/console/sort';
import type { Sort } from '@/lib/sort';
import { listUsers, requiredSecondFactor, USER_ORDERS } from '@/lib/users/find';
import { InviteForm } from './invite-form';
import { RolePolicies } from './role-policies';
import { UsersTable } from './users-table';

const querySchema = z.object({ sort: sortSchema(USER_ORDERS, 'email') });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('users'))('title') };
}

interface UsersPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function UsersPage({ searchParams }: UsersPageProps) {
  const { session } = await requireAdministrator();
  const { sort } = querySchema.parse(await searchParams);
  const t = await getTranslations('users');
  return (
    <Stack gap="lg" maw={960}>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Later>
        <People sort={sort} self={session.userId} />
      </Later>
    </Stack>
  );
}

interface PeopleProps {
  readonly sort: Sort<(typeof USER_ORDERS)[number]>;
  readonly self: number;
}

async function People({ sort, self }: PeopleProps) {
  const { db } = consoleContext();
  const [users, required] = await Promise.all([listUsers(db, sort), requiredSecondFactor(db)]);
  const t = await getTranslations('users');
  const alone =
    users.filter((user) => user.role === 'admin' && !user.disabledAt && !user.invited).length === 1;
  return (
    <>
      {alone && <Alert color="yellow">{t('alone')}</Alert>}
      <UsersTable users={users} self={self} sort={sort} />
      <InviteForm />
      <RolePolicies required={required} />
    </>
  );
}
