'use client';

import { Loader, NavLink, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import type { Role } from '@/lib/access/permissions';
import type { Result, ResultGroup } from './result';
import { useResults } from './use-results';

export interface SearchBoxProps {
  readonly role: Role;
  readonly email: string;
  /** Field that holds the focus and the typed text until this one appears. */
  readonly early: RefObject<HTMLInputElement | null>;
  readonly onFollow: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A combobox: the arrows choose a result, Enter opens it, the focus stays in the field. */
export function SearchBox({ role, email, early, onFollow }: SearchBoxProps) {
  const t = useTranslations('search');
  const id = useId();
  const [written, setWritten] = useState('');
  const { groups, state } = useResults(written.trimStart(), { role, email });
  const results = groups.flatMap((group) => group.results);
  const optionId = (index: number) => `${id}-${index}`;
  const { current, currentId, setChosen, onKeyDown } = useChoice(results.length, optionId);

  const takeEarly = () => {
    if (!early.current?.value) return;
    setWritten(early.current.value);
    early.current.value = '';
  };

  return (
    <>
      <TextInput
        role="combobox"
        aria-label={t('title')}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(currentId ? { 'aria-activedescendant': currentId } : {})}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        size="lg"
        data-autofocus
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={state === 'asking' ? <Loader size={18} aria-hidden /> : undefined}
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={takeEarly}
      />
      <div role="listbox" id={id} aria-label={t('results')} className="search-list">
        <Groups
          groups={groups}
          current={current}
          optionId={optionId}
          onChoose={setChosen}
          onFollow={(result) => {
            result.run?.();
            if (result.completes === undefined) return onFollow();
            setWritten(result.completes);
            setChosen(0);
          }}
        />
      </div>
      <Outcome state={state} count={results.length} query={written.trim()} />
    </>
  );
}

/** Chooses one of the options by the arrows, keeps it in view, and clicks it by Enter. */
function useChoice(count: number, optionId: (index: number) => string) {
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, count - 1);
  const currentId = count === 0 ? undefined : optionId(current);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter' && currentId) document.getElementById(currentId)?.click();
    if (step !== undefined && count > 0) setChosen((current + step + count) % count);
    if (step !== undefined || event.key === 'Enter') event.preventDefault();
  };
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return { current, currentId, setChosen, onKeyDown };
}

interface GroupsProps {
  readonly onFollow: (result: Result) => void;
  readonly groups: readonly ResultGroup[];
  readonly current: number;
  readonly optionId: (index: number) => string;
  readonly onChoose: (index: number) => void;
}

function Groups({ groups, current, optionId, onChoose, onFollow }: GroupsProps) {
  const firsts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { results }) => sum + results.length, 0),
  );
  return groups.map(({ title, results }, at) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
    <div key={title} role="group" aria-label={title}>
      <Text size="xs" fw={600} c="dimmed" px={10} py={6} aria-hidden>
        {title}
      </Text>
      {results.map((result, within) => {
        const index = (firsts[at] ?? 0) + within;
        return (
          <Option
            key={result.key}
            id={optionId(index)}
            result={result}
            selected={index === current}
            onPoint={() => onChoose(index)}
            onFollow={() => onFollow(result)}
          />
        );
      })}
    </div>
  ));
}

interface OptionProps extends Pick<SearchBoxProps, 'onFollow'> {
  readonly id: string;
  readonly result: Result;
  readonly selected: boolean;
  readonly onPoint: () => void;
}

function Option({ id, result, selected, onPoint, onFollow }: OptionProps) {
  const { href, label, note, icon: Icon } = result;
  const look = {
    id,
    role: 'option',
    'aria-selected': selected,
    active: selected,
    tabIndex: -1,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    rightSection: note && <Text size="xs">{note}</Text>,
    bdrs: 'sm',
    onMouseMove: onPoint,
    onClick: onFollow,
  } as const;
  if (href === undefined) return <NavLink component="button" {...look} />;
  return <NavLink component={Link} href={href} prefetch={false} {...look} />;
}

interface OutcomeProps {
  readonly state: 'asking' | 'failed' | 'done';
  readonly count: number;
  readonly query: string;
}

function Outcome({ state, count, query }: OutcomeProps) {
  const t = useTranslations('search');
  const asking = state === 'asking' ? t('asking') : undefined;
  const failed = state === 'failed' ? t('failed') : undefined;
  const none = count === 0 ? t('none', { query }) : t('count', { count });
  return (
    <Text
      role="status"
      size="sm"
      px="md"
      py="xs"
      {...(failed ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
      className="search-outcome"
    >
      {failed ?? asking ?? none}
    </Text>
  );
}
