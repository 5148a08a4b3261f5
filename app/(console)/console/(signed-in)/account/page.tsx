import { Alert, Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { titled } from '@/app/(console)/layout/metadata';
import { PageTitle } from '@/app/(console)/layout/section';
import type { PageProps } from '@/lib/console/form';
import { requireSession } from '@/lib/console/guard';
import { returnPath } from '@/lib/console/return-path';
import { PasswordChange } from './password-change';
import { Preferences } from './preferences';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

export const generateMetadata = titled('account.title');

/** The only page open to users who must change the password or enrol a second factor first. */
export default async function AccountPage({ searchParams }: PageProps) {
  const { session } = await requireSession();
  const { next } = await searchParams;
  const target = next === undefined ? undefined : returnPath(next);
  const t = await getTranslations('account');
  return (
    <Stack gap="lg" maw={640}>
      <PageTitle>{t('title')}</PageTitle>
      {session.mustChangePassword && <Alert color="yellow">{t('mustChangePassword')}</Alert>}
      {session.mustEnrol && <Alert color="yellow">{t('mustEnrol')}</Alert>}
      <SecondFactor enrolled={session.secondFactor} next={target} />
      <PasswordChange email={session.email} next={target} />
      <Preferences
        locale={session.locale}
        theme={session.theme}
        comfortable={session.comfortable}
      />
      <Sessions session={session} />
    </Stack>
  );
}
