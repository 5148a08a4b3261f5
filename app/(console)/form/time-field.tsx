'use client';

import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { readWritten, readWrittenDay, readWrittenMinute } from '@/lib/written-time';

interface TimeFieldProps {
  readonly name: string;
  readonly label: string;
  /** The present time in the language of the console. */
  readonly written: string | undefined;
  /** Whether it is a day without a time. */
  readonly day?: boolean;
}

/** Time that a picker takes from its first choice to its last. */
const CHOOSING_MS = 700;

/**
 * A date with a time of 24 hours, or a day, typed or picked from a calendar. The text does not
 * depend on the language of the browser, as that of the browser's own field does.
 */
export function TimeField({ name, label, written = '', day = false }: TimeFieldProps) {
  const t = useTranslations('time');
  const [{ stored, text }, setText] = useState({ stored: written, text: written });
  const [isLeft, setIsLeft] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const apply = useDebouncedCallback(() => picker.current?.form?.requestSubmit(), CHOOSING_MS);
  if (stored !== written) setText({ stored: written, text: written });
  const problem = text.trim() === '' || readWritten(text) ? '' : t(day ? 'badDay' : 'badTime');
  const read = day ? readWrittenDay : readWrittenMinute;
  return (
    <div className="time-field">
      <TextInput
        size="xs"
        name={name}
        label={label}
        placeholder={t(day ? 'day' : 'minute')}
        autoComplete="off"
        maxLength={40}
        value={text}
        error={isLeft && problem}
        rightSection={
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={t('pick', { label })}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={14} aria-hidden />
          </ActionIcon>
        }
        ref={(input) => input?.setCustomValidity(problem)}
        onChange={(event) => {
          setIsLeft(false);
          setText({ stored, text: event.currentTarget.value });
        }}
        onBlur={() => setIsLeft(true)}
      />
      <input
        ref={picker}
        type={day ? 'date' : 'datetime-local'}
        className="time-picker"
        tabIndex={-1}
        aria-hidden
        value={read(text) ?? ''}
        onChange={(event) => {
          event.stopPropagation();
          setText({ stored, text: dayFirst(event.currentTarget.value) });
          apply();
        }}
      />
    </div>
  );
}

/** Writes `2026-11-22T14:30` as `22/11/2026 14:30`. */
function dayFirst(local: string): string {
  const [date = '', time = ''] = local.split('T');
  return `${date.split('-').reverse().join('/')} ${time}`.trim();
}
