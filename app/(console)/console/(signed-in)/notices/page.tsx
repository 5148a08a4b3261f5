import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { requirePermission } from '@/lib/console/session/guard';
import { caughtMail } from '@/lib/console/views/caught-mail';
import { listFailing } from '@/lib/notices/list';
import { targetName } from '@/lib/notices/target-name';
import { Notices, TargetState } from '@/ui/notices/notices';
import { Note } from '@/ui/parts/note';
import { PageTitle, Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { titled } from '@/ui/shell/metadata';
import { DataTable } from '@/ui/table/data-table';

export const generateMetadata = titled('notices.title');

/** Targets of the staff, and every integration's targets that fail. */
export default async function NoticesPage() {
  await requirePermission('notice.configure');
  const t = await getTranslations('notices');
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle what={t('staffWhat')}>{t('staffTitle')}</PageTitle>
      <Notices owner={null} />
      <Section title={t('failing')}>
        <Failing />
      </Section>
      <CaughtMail />
    </Stack>
  );
}

async function Failing() {
  const t = await getTranslations('notices');
  const filters = await getTranslations('filters');
  return (
    <DataTable
      label={t('failing')}
      minWidth={480}
      stacks
      empty={t('noneFailing')}
      rows={await listFailing(consoleContext().db)}
      keyOf={({ id }) => id}
      columns={[
        {
          title: filters('integration'),
          cell: ({ nombre }) => (
            <TextLink href={`/console/integrations/${nombre}/notices`}>{nombre}</TextLink>
          ),
        },
        { title: t('fields.target'), cell: (target) => targetName(target) },
        { title: t('fields.state'), cell: (target) => <TargetState target={target} /> },
      ]}
    />
  );
}

/** What the mail catcher of development received. */
async function CaughtMail() {
  const mails = await caughtMail();
  if (mails === undefined) return null;
  const t = await getTranslations('notices');
  return (
    <Section title={t('catcher')} what={t('catcherWhat')}>
      {mails.length === 0 && <Note>{t('noMails')}</Note>}
      {mails.map(({ key, to, subject, text }) => (
        <details key={key}>
          <summary>
            {visible(subject)} · {visible(to)}
          </summary>
          <Text component="pre" size="sm" className="written" style={{ whiteSpace: 'pre-wrap' }}>
            {visible(text)}
          </Text>
        </details>
      ))}
    </Section>
  );
}
