import { Stack, Text } from '@mantine/core';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import {
  type AuditFieldKind,
  changesOf,
  type FieldChange,
  isNamedField,
} from '@/lib/audit/changes';
import type { AuditRow } from '@/lib/audit/list';
import { HOUR_MS } from '@/lib/base/time/time';
import { languageOf } from '@/lib/base/values/language';
import { displayQuetzales, parseQuetzales } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/text';
import { FLAGS, lookupOfFlag, titleOf } from '@/lib/contract/lookups';

/** Messages of the words that a field may hold. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  role: ['roles'],
  purpose: ['reason.purposes'],
  state: ['incidents.states', 'notices.states', 'notices.steps'],
  channel: ['notices.channels'],
  status: ['filters.statuses'],
  outcome: ['queries.endings', 'failures'],
  responsible: ['filters.parties'],
};

/** Fields that hold names of lookups, one or several. */
const LOOKUP_FIELDS: readonly string[] = ['lookup', 'lookups', 'switchedOff'];

/** Writes one line per change: `name: before → after`. */
export async function Difference({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <span className="none">—</span>;
  const nameOf = await names();
  const write = await writer();
  return (
    <Stack gap={2}>
      {changes.map((change) => (
        <Text key={change.name} size="sm" className="written" lineClamp={6}>
          <Text span c="dimmed" size="sm">
            {nameOf(change.name)}:
          </Text>{' '}
          {sidesOf(change)
            .map((value) => write(change, value))
            .join(' → ')}
        </Text>
      ))}
    </Stack>
  );
}

function sidesOf(change: FieldChange): unknown[] {
  return [
    ...('before' in change ? [change.before] : []),
    ...('after' in change ? [change.after] : []),
  ];
}

async function names(): Promise<(name: string) => string> {
  const t = await getTranslations('audit');
  const lookups = await getTranslations('lookups');
  return (name) => {
    const flag = FLAGS.find((one) => one === name);
    if (flag !== undefined) return lookups(lookupOfFlag(flag));
    return isNamedField(name) ? t(`fields.${name}`) : name;
  };
}

/** Returns a function that formats a value by its kind; other values are written as stored. */
async function writer(): Promise<(change: FieldChange, value: unknown) => string> {
  const t = await getTranslations('audit');
  const texts = await getTranslations();
  const format = await getFormatter();
  const language = languageOf(await getLocale());
  const kinds: Readonly<
    Record<AuditFieldKind, (value: unknown, name: string) => string | undefined>
  > = {
    switch: (value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined),
    amount: (value) => {
      const amount = typeof value === 'string' ? parseQuetzales(value) : undefined;
      return amount === undefined ? undefined : displayQuetzales(amount);
    },
    instant: (value) => {
      const at = new Date(typeof value === 'string' ? value : '');
      if (Number.isNaN(at.getTime())) return undefined;
      return format.dateTime(at, 'longMinute');
    },
    duration: (value) =>
      typeof value === 'number' ? t('hours', { count: value / HOUR_MS }) : undefined,
    word: (value, name) => {
      // None of these messages takes a value: one stands for all in their type.
      const keys = WORDS[name]?.map((group) => `${group}.${value}` as 'incidents.states.resolved');
      const key = keys?.find((one) => texts.has(one));
      return key && texts(key);
    },
    text: (value, name) => {
      const isNames = LOOKUP_FIELDS.includes(name);
      if (!isNames && !Array.isArray(value)) return undefined;
      const parts = [value].flat().map(String);
      return parts.map((one) => (isNames ? titleOf(one, language) : one)).join(', ') || '—';
    },
  };
  return ({ kind, name }, value) => {
    if (value === null) return '—';
    return visible(
      kinds[kind](value, name) ?? (typeof value === 'string' ? value : JSON.stringify(value)),
    );
  };
}
