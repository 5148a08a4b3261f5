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

/** Finds everything that matches `written`; leaves out empty groups. */
export function useResults(written: string, { role, email }: Searcher) {
  const t = useTranslations('search');
  const names = useTranslations('navigation.names');
  const [recents] = useState(() => readRecents(email));
  const wordOf = ({ key }: Command) => t(`commands.${key}`);
  const command = readCommand(written, commandsFor(role), wordOf);
  const isCommand = command.commands.length > 0 && command.integration !== undefined;
  const query = isCommand ? (command.integration ?? '') : written.trim();
  const subject = subjectOf(query);
  const { answer, state } = useSearch(subject);
  const identifier = useIdentifierSearch(query);
  const visited = recents.filter(({ kind }) => kind === 'integration').map(({ id }) => id);
  const found = answer.integrations.map(({ nombre }) => nombre);
  const isEmpty = query === '';
  const lists = useFilterResults(query, found, role);
  const subjects = isCommand ? (isEmpty ? visited : found) : [];

  const commands: Result[] = isCommand
    ? subjects.flatMap((nombre) =>
        command.commands.map((one) => ({
          key: `${one.key} ${nombre}`,
          label: `${wordOf(one)} ${nombre}`,
          href: `${one.href[0]}${nombre}${one.href[1] ?? ''}`,
          icon: IconBolt,
        })),
      )
    : command.commands.map((one) => ({
        key: one.key,
        label: t('command', { word: wordOf(one) }),
        completes: `${wordOf(one)} `,
        icon: IconBolt,
      }));
  if (isCommand)
    return { groups: nonEmpty([{ title: t('groups.commands'), results: commands }]), state };

  const isInvitation =
    !isEmpty && may(role, 'user.invite') && plain(t('invite')).includes(plain(query));
  const invitation: readonly Result[] = isInvitation
    ? [{ key: 'invite', label: t('invite'), href: '/console/users#invite', icon: IconUser }]
    : [];
  const groups: ResultGroup[] = [
    { title: t('groups.recent'), results: isEmpty ? recents.map(recentResult) : [] },
    {
      title: t('groups.pages'),
      results: pagesFor(role)
        .map(({ key, href, icon }) => ({ key: href, href, label: names(key), icon }))
        .filter(({ label }) => plain(label).includes(plain(query))),
    },
    { title: t('groups.commands'), results: [...commands, ...invitation] },
    { title: t('groups.lists'), results: lists },
    { title: t('groups.integrations'), results: integrationResults() },
    {
      title: t('groups.users'),
      results: answer.users.map((user) => ({
        key: user,
        label: user,
        href: `/console/users?q=${encodeURIComponent(user)}`,
        icon: IconUser,
      })),
    },
    { title: t('groups.ids'), results: idResults() },
  ];
  return { groups: nonEmpty(groups), state };

  function recentResult(recent: (typeof recents)[number]): Result {
    const { kind, id } = recent;
    const label = kind === 'integration' ? id : t('ids.query', { id });
    return { key: `recent ${id}`, label, href: addressOfRecent(recent), icon: IconHistory };
  }

  function integrationResults(): Result[] {
    const rows = answer.integrations.map(({ nombre, suspended }) => ({
      key: nombre,
      href: `/console/integrations/${nombre}`,
      label: nombre,
      icon: IconPlugConnected,
      ...(suspended ? { note: t('suspended') } : {}),
    }));
    if (answer.more <= 0) return rows;
    const href = `/console/integrations?q=${encodeURIComponent(query)}`;
    const label = t('more', { count: answer.more });
    return [...rows, { key: href, href, label, icon: IconPlugConnected }];
  }

  function idResults(): Result[] {
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
    const inRefusals = answer.isUnknownId && {
      key: 'refusals',
      label: t('ids.unknown'),
      href: '/console/refusals',
      icon: IconFileSearch,
    };
    return [...ids, inQueries, inRefusals].filter((one) => one !== false);
  }
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
