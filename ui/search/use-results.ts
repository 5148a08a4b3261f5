'use client';

import { notifications } from '@mantine/notifications';
import {
  IconBolt,
  IconFileSearch,
  IconFingerprint,
  IconHistory,
  IconPlugConnected,
  IconUser,
} from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { may, type Role } from '@/lib/access/permissions';
import { searchIdentifier } from '@/ui/actions/records';
import { pagesFor } from '@/ui/shell/navigation';
import { type Command, commandsFor, plain, readCommand } from './commands';
import { CLIENT_ADDRESS, subjectOf, useFilterResults } from './filter-results';
import { addressOfRecent, readRecents } from './recent';
import type { Result, ResultGroup } from './result';
import { useSearch } from './use-search';

/** A NIT or CUI, with its usual separators. */
const IDENTIFIER = /^\d[\d\s.-]{2,30}[\dkK]$/;

interface Searcher {
  readonly role: Role;
  readonly email: string;
}

type Texts = ReturnType<typeof useTranslations<'search'>>;

/** Finds everything that matches `written`; leaves out empty groups. */
export function useResults(written: string, { role, email }: Searcher) {
  const t = useTranslations('search');
  const names = useTranslations('navigation.names');
  const [recents] = useState(() => readRecents(email));
  const wordOf = ({ key }: Command) => t(`commands.${key}`);
  const command = readCommand(written, commandsFor(role), wordOf);
  const isCommand = command.commands.length > 0 && command.integration !== undefined;
  const query = isCommand ? (command.integration ?? '') : written.trim();
  const { answer, state } = useSearch(subjectOf(query));
  const found = answer.integrations.map(({ nombre }) => nombre);
  const isEmpty = query === '';
  const lists = useFilterResults(query, found, role);
  const ids = useIdResults(answer, query, role);

  if (isCommand) {
    const visited = recents.filter(({ kind }) => kind === 'integration').map(({ id }) => id);
    const results = (isEmpty ? visited : found).flatMap((nombre) =>
      command.commands.map((one) => ({
        key: `${one.key} ${nombre}`,
        label: `${wordOf(one)} ${nombre}`,
        href: `${one.href[0]}${nombre}${one.href[1] ?? ''}`,
        icon: IconBolt,
      })),
    );
    return { groups: nonEmpty([{ title: t('groups.commands'), results }]), state };
  }

  const pages = pagesFor(role)
    .map(({ key, href, icon }) => ({ key: href, href, label: names(key), icon }))
    .filter(({ label }) => plain(label).includes(plain(query)));
  const commands = command.commands.map((one) => ({
    key: one.key,
    label: t('command', { word: wordOf(one) }),
    completes: `${wordOf(one)} `,
    icon: IconBolt,
  }));
  const groups: ResultGroup[] = [
    {
      title: t('groups.recent'),
      results: isEmpty ? recents.map((one) => recentResult(one, t)) : [],
    },
    { title: t('groups.pages'), results: pages },
    { title: t('groups.commands'), results: [...commands, ...invitation(query, role, t)] },
    { title: t('groups.lists'), results: lists },
    { title: t('groups.integrations'), results: integrationResults(answer, query, t) },
    { title: t('groups.users'), results: answer.users.map(userResult) },
    { title: t('groups.ids'), results: ids },
  ];
  return { groups: nonEmpty(groups), state };
}

function recentResult(recent: ReturnType<typeof readRecents>[number], t: Texts): Result {
  const { kind, id } = recent;
  const label = kind === 'integration' ? id : t('ids.query', { id });
  return { key: `recent ${id}`, label, href: addressOfRecent(recent), icon: IconHistory };
}

function invitation(query: string, role: Role, t: Texts): Result[] {
  const label = t('invite');
  const isMeant = query !== '' && plain(label).includes(plain(query));
  if (!isMeant || !may(role, 'user.invite')) return [];
  return [{ key: 'invite', label, href: '/console/users#invite', icon: IconUser }];
}

function userResult(user: string): Result {
  const href = `/console/users?q=${encodeURIComponent(user)}`;
  return { key: user, label: user, href, icon: IconUser };
}

type Answer = ReturnType<typeof useSearch>['answer'];

function integrationResults({ integrations, more }: Answer, query: string, t: Texts): Result[] {
  const rows = integrations.map(({ nombre, suspended }) => ({
    key: nombre,
    href: `/console/integrations/${nombre}`,
    label: nombre,
    icon: IconPlugConnected,
    ...(suspended ? { note: t('suspended') } : {}),
  }));
  if (more <= 0) return rows;
  const href = `/console/integrations?q=${encodeURIComponent(query)}`;
  return [...rows, { key: href, href, label: t('more', { count: more }), icon: IconPlugConnected }];
}

function useIdResults(answer: Answer, query: string, role: Role): Result[] {
  const t = useTranslations('search');
  const identifier = useIdentifierSearch(query);
  const ids = answer.ids.map(({ kind, href }) => ({
    key: href,
    href,
    label: t(`ids.${kind}`, { id: query }),
    icon: IconFileSearch,
  }));
  const isIdentifier =
    IDENTIFIER.test(query) && !CLIENT_ADDRESS.test(query) && may(role, 'query.search_identifier');
  const inQueries = isIdentifier && {
    key: 'identifier',
    label: t('ids.identifier', { id: query }),
    note: t('ids.audited'),
    run: identifier,
    icon: IconFingerprint,
  };
  const inRefusals = answer.isUnknownId &&
    !IDENTIFIER.test(query) && {
      key: 'refusals',
      label: t('ids.unknown'),
      href: '/console/refusals',
      icon: IconFileSearch,
    };
  return [...ids, inQueries, inRefusals].filter((one) => one !== false);
}

function nonEmpty(groups: readonly ResultGroup[]): readonly ResultGroup[] {
  return groups.filter(({ results }) => results.length > 0);
}

/** Searches for an identifier, which the audit log records, and opens the list of its queries. */
function useIdentifierSearch(identifier: string): () => void {
  const errors = useTranslations('errors');
  const router = useRouter();
  return async () => {
    const searched = await searchIdentifier({ identifier });
    if (searched.ok) router.push(`/console/queries?id=${searched.data}`);
    else notifications.show({ color: 'red', message: errors(searched.error) });
  };
}
