import { Group } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { consoleContext } from '@/lib/console/context';
import { type QueryView, writeSavedView, writeView } from '@/lib/console/query-view';
import { listSavedViews } from '@/lib/recording/saved-views';
import { ManageViews } from './manage-views';
import { SaveView } from './save-view';

interface SavedViewsProps {
  readonly base: string;
  readonly view: QueryView;
  readonly userId: number;
}

export async function SavedViews({ base, view, userId }: SavedViewsProps) {
  const t = await getTranslations('views');
  const views = await listSavedViews(consoleContext().db, userId);
  const present = view.id === undefined ? writeSavedView(view) : undefined;
  return (
    <Group gap="xs">
      {views.length > 0 && (
        <Group component="nav" aria-label={t('label')} gap={6}>
          {views.map(({ id, name, query }) => (
            <LinkButton
              key={id}
              href={`${base}?${query}`}
              size="compact-sm"
              radius="xl"
              fw={query === present ? 600 : 400}
              variant={query === present ? 'light' : 'default'}
              aria-current={query === present}
            >
              {name}
            </LinkButton>
          ))}
        </Group>
      )}
      <SaveView view={writeView(view)} identifier={view.id !== undefined} />
      <ManageViews views={views.map(({ id, name }) => ({ id, name }))} />
    </Group>
  );
}
