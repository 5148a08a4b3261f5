import { Group } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/session/context';
import { type QueryView, writeSavedView, writeView } from '@/lib/console/views/query-view';
import { listSavedViews } from '@/lib/recording/saved-views';
import { LinkButton } from '@/ui/parts/link-button';
import { RemoveView } from './remove-view';
import { SaveView } from './save-view';

interface SavedViewsProps {
  readonly base: string;
  readonly view: QueryView;
  readonly userId: number;
}

export async function SavedViews({ base, view, userId }: SavedViewsProps) {
  const t = await getTranslations('views');
  const views = await listSavedViews(consoleContext().db, userId);
  const present = writeSavedView(view);
  const shown = view.id === undefined ? views.find(({ query }) => query === present) : undefined;
  return (
    <Group gap="xs" mr="auto">
      {views.length > 0 && (
        <Group component="nav" aria-label={t('label')} gap={6}>
          {views.map((one) => (
            <LinkButton
              key={one.id}
              href={`${base}?${one.query}`}
              size="compact-sm"
              radius="xl"
              fw={one === shown ? 600 : 400}
              variant={one === shown ? 'light' : 'default'}
              aria-current={one === shown}
            >
              {one.name}
            </LinkButton>
          ))}
        </Group>
      )}
      <SaveView view={writeView(view)} identifier={view.id !== undefined} />
      {shown && <RemoveView id={shown.id} name={shown.name} />}
    </Group>
  );
}
