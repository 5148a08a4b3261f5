import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { consoleContext } from '@/lib/console/session/context';
import { currentSession } from '@/lib/console/session/guard';
import { listUsers } from '@/lib/users/find';
import { PAGES_OF_PLACE, pagesForStaff } from './pages';

/**
 * Adapts shared pages to the viewer: their links, and whether staff are named. People of an
 * integration never see which member of the staff acted, nor why.
 */
export const viewer = cache(async () => {
  const session = await currentSession();
  const isStaff = session?.integrationId === null;
  const of = session?.integrationId ?? undefined;
  const colleagues = of === undefined ? [] : await listUsers(consoleContext().db, of);
  const team = (await getTranslations('place'))('team');
  return {
    isStaff,
    pagesOf: (nombre: string) => (isStaff ? pagesForStaff(nombre) : PAGES_OF_PLACE),
    actorOf: (actor: string) =>
      isStaff || colleagues.some(({ email }) => email === actor) ? actor : team,
  };
});
