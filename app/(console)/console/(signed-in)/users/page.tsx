import { Alert, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { isAdministrator, ROLES } from '@/lib/access/permissions';
import { settings } from '@/lib/base/env/settings';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { requirePermission } from '@/lib/console/session/guard';
import { type PageProps, searchSchema } from '@/lib/console/texts/form';
import { listUsers, needsSecondFactor, requiredSecondFactor, searchPeople } from '@/lib/users/find';
import { SearchField } from '@/ui/filter/search-field';
import { Empty } from '@/ui/parts/empty';
import { Later } from '@/ui/parts/later';
import { PageTitle, Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { InviteForm } from '@/ui/people/invite-form';
import { UsersTable } from '@/ui/people/users-table';
import { titled } from '@/ui/shell/metadata';
import { ResultCount } from '@/ui/table/result-count';
import { RolePolicies } from './role-policies';

/** People of integrations that a search lists. */
const MOST_ELSEWHERE = 20;

const querySchema = z.object({ q: searchSchema });

export const generateMetadata = titled('users.title');

export default async function UsersPage({ searchParams }: PageProps) {
  const { session } = await requirePermission('user.read');
  const { q } = querySchema.parse(await searchParams);
  const t = await getTranslations('users');
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle>{t('title')}</PageTitle>
      <SearchField query={q} label={t('search')} />
      <Later>
        <People query={q} self={session.userId} />
      </Later>
    </Stack>
  );
}

interface PeopleProps {
  /** Part of an e-mail address. */
  readonly query: string;
  readonly self: number;
}

async function People({ query, self }: PeopleProps) {
  const { db } = consoleContext();
  const { deployment } = settings();
  const [users, required] = await Promise.all([
    listUsers(db),
    requiredSecondFactor(db, deployment),
  ]);
  const t = await getTranslations('users');
  const administrators = users.filter(({ role }) => isAdministrator(role));
  const alone = administrators.filter((user) => !user.disabledAt && !user.invited).length === 1;
  const found = users.filter(({ email }) => email.includes(query.toLowerCase()));
  const elsewhere = query === '' ? [] : await searchPeople(db, query, MOST_ELSEWHERE);
  return (
    <>
      {alone && <Alert color="yellow">{t('alone')}</Alert>}
      <ResultCount count={found.length} />
      {found.length > 0 && <UsersTable users={found} self={self} />}
      {elsewhere.length > 0 && (
        <Section title={t('elsewhere')}>
          {elsewhere.map(({ email, nombre }) => (
            <Text key={email} size="sm">
              {visible(email)} ·{' '}
              <TextLink href={`/console/integrations/${nombre}`}>{nombre}</TextLink>
            </Text>
          ))}
        </Section>
      )}
      {found.length + elsewhere.length === 0 && <Empty title={t('noMatch', { query })} />}
      <InviteForm />
      <RolePolicies
        policies={ROLES.map((role) => ({
          role,
          required: required.includes(role),
          fixed: needsSecondFactor(role, deployment),
          without: users
            .filter((user) => user.role === role && !user.disabledAt && !user.secondFactor)
            .map(({ email }) => email),
        }))}
      />
    </>
  );
}
