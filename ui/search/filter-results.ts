'use client';

import { IconListSearch } from '@tabler/icons-react';
import { useMessages, useTranslations } from 'next-intl';
import { may, type Role } from '@/lib/access/permissions';
import { FAILURES, failures } from '@/lib/contract/failures';
import type { IntegrationState } from '@/lib/statistics/integrations';
import { plain } from './commands';
import type { Result } from './result';

const STATUS = /^([1-5]\d\d)(?:\s+(.+))?$/;
export const CLIENT_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i;
const STATES = ['suspended', 'low'] as const satisfies readonly IntegrationState[];
/** Letters that must be typed before states and reasons are suggested. */
const LEAST_LETTERS = 3;

/** Returns the name that follows a status, as in `401 jade-soft`, or the whole text. */
export function subjectOf(written: string): string {
  return STATUS.exec(written)?.[2] ?? written;
}

/** Finds filtered lists: by status, client address, state of integrations, or reason. */
export function useFilterResults(
  written: string,
  found: readonly string[],
  role: Role,
): readonly Result[] {
  const t = useTranslations('search.lists');
  const states = useTranslations('integrations.states');
  const reasons = useTranslations('failures');
  const words: Readonly<Record<string, string>> = useMessages().search.words;
  const result = (label: string, href: string) => ({
    key: href,
    label,
    href,
    icon: IconListSearch,
  });
  const isMeant = (key: string, label: string) =>
    plain(`${label} ${words[key] ?? ''}`).includes(plain(written));

  const [, status, name] = STATUS.exec(written) ?? [];
  if (status !== undefined) {
    const subjects = name === undefined ? [''] : found;
    return subjects.flatMap((nombre) => {
      const query = `status=${status}${nombre && `&integration=${nombre}`}`;
      return [
        result(t('refusals', { status, nombre }).trim(), `/console/refusals?${query}`),
        result(t('queries', { status, nombre }).trim(), `/console/queries?${query}`),
      ];
    });
  }
  if (CLIENT_ADDRESS.test(written)) {
    const query = `?address=${encodeURIComponent(written)}`;
    const refusals = result(t('refusalsFrom', { address: written }), `/console/refusals${query}`);
    if (!may(role, 'audit.read')) return [refusals];
    return [refusals, result(t('changesFrom', { address: written }), `/console/audit${query}`)];
  }
  if (written.length < LEAST_LETTERS) return [];
  const inStates = STATES.filter((state) => isMeant(state, states(state))).map((state) =>
    result(t('state', { state: states(state) }), `/console/integrations?state=${state}`),
  );
  const withReason = FAILURES.filter((reason) => isMeant(reason, reasons(reason))).map((reason) =>
    failures[reason].recorded
      ? result(reasons(reason), `/console/queries?outcome=${reason}`)
      : result(t('reason', { reason: reasons(reason) }), `/console/refusals?reason=${reason}`),
  );
  return [...inStates, ...withReason];
}
