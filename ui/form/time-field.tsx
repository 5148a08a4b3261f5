'use client';

import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { readWritten, readWrittenDay, readWrittenMinute } from '@/lib/console/texts/written-time';

interface TimeInputProps extends TextInputProps {
  readonly label: string;
  readonly value: string;
  /** Whether it is a day without a time. */
  readonly day?: boolean;
  readonly write: (text: string) => void;
  readonly onPick?: (field: HTMLInputElement) => void;
}

/**
 * A date with a time of 24 hours, or a day, typed or picked from a calendar. The text does not
 * depend on the language of the browser, as that of the browser's own field does.
 */
export function TimeInput({ day = false, write, onPick, ...field }: TimeInputProps) {
  const t = useTranslations('time');
  const picker = useRef<HTMLInputElement>(null);
  const read = day ? readWrittenDay : readWrittenMinute;
  return (
    <div className="time-field">
      <TextInput
        {...field}
        placeholder={t(day ? 'day' : 'minute')}
        autoComplete="off"
        maxLength={40}
        rightSectionWidth={28}
        rightSection={
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={t('pick', { label: field.label })}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={14} aria-hidden />
          </ActionIcon>
        }
        onChange={(event) => write(event.currentTarget.value)}
      />
      <input
        ref={picker}
        type={day ? 'date' : 'datetime-local'}
        className="time-picker"
        tabIndex={-1}
        aria-hidden
        value={read(field.value) ?? ''}
        onChange={(event) => {
          event.stopPropagation();
          write(dayFirst(event.currentTarget.value));
          onPick?.(event.currentTarget);
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

interface TimeFieldProps {
  readonly name: string;
  readonly label: string;
  /** The present time in the language of the console. */
  readonly written: string | undefined;
  readonly day: boolean;
}

/** Longest pause between the choices of a picker. */
const CHOOSING_MS = 700;

/** The time or day of a filter. Follows the address. */
export function TimeField({ name, label, written = '', day }: TimeFieldProps) {
  const t = useTranslations('time');
  const [{ stored, text }, setText] = useState({ stored: written, text: written });
  const [isLeft, setIsLeft] = useState(false);
  const apply = useDebouncedCallback(
    (field: HTMLInputElement) => field.form?.requestSubmit(),
    CHOOSING_MS,
  );
  if (stored !== written) setText({ stored: written, text: written });
  const problem = text.trim() === '' || readWritten(text) ? '' : t(day ? 'badDay' : 'badTime');
  return (
    <TimeInput
      size="xs"
      name={name}
      label={label}
      day={day}
      value={text}
      error={isLeft && problem}
      ref={(input) => input?.setCustomValidity(problem)}
      write={(changed) => {
        setIsLeft(false);
        setText({ stored, text: changed });
      }}
      onPick={apply}
      onBlur={() => setIsLeft(true)}
    />
  );
}
