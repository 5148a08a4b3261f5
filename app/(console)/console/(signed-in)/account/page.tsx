import { Alert, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { requireSession } from '@/lib/console/guard';
import { PasswordChange } from './password-change';
import { Preferences } from './preferences';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('title') };
}

/** The one page that is also open to who still has to enrol a second factor. */
export default async function AccountPage() {
  const { session } = await requireSession();
  const t = await getTranslations('account');
  return (
    <Stack gap="lg" maw={640}>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      {session.mustEnrol && <Alert color="yellow">{t('mustEnrol')}</Alert>}
      <SecondFactor enrolled={session.secondFactor} />
      <PasswordChange email={session.email} />
      <Preferences locale={session.locale} theme={session.theme} />
      <Sessions />
    </Stack>
  );
}
