'use client';

import {
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { languageOf } from '@/lib/base/values/language';
import type { ActionError } from '@/lib/console/session/action';
import { readWrittenMinute } from '@/lib/console/texts/written-time';
import { isLookup, LOOKUPS, titleAndPath } from '@/lib/contract/lookups';
import { postIncident, switchOff } from '@/ui/actions/incidents';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { TimeInput } from '@/ui/form/time-field';

const KINDS = ['incident', 'maintenance'] as const;
const IMPACTS = ['minor', 'major'] as const;

const STORED = { title: '', text: '', impact: 'minor', startsAt: '', endsAt: '' };

/** Opens an incident, or announces maintenance. */
export function PostForm({ maySwitchOff }: { readonly maySwitchOff: boolean }) {
  const t = useTranslations('incidents');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('incident');
  const [lookups, setLookups] = useState<string[]>([]);
  const isPlanned = kind === 'maintenance';
  const [switchesOff, setSwitchesOff] = useState(false);
  const form = useDialogForm({
    stored: STORED,
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: { incident_title: 'title', incident_text: 'text', incident_times: 'endsAt' },
    check: (texts) => problemOf(texts, lookups, isPlanned),
    send: (texts) =>
      (switchesOff ? switchOff : postIncident)({
        kind,
        title: texts.title,
        text: texts.text,
        impact: IMPACTS.find((one) => one === texts.impact) ?? 'minor',
        lookups: lookups.filter(isLookup),
        ...(isPlanned && { startsAt: texts.startsAt, endsAt: texts.endsAt }),
      }),
    done: () => {
      setLookups([]);
      setSwitchesOff(false);
    },
    notice: () => ({ message: t('posted') }),
  });
  return (
    <ActionDialog form={form} label={t('post')} send={t('publish')} button={{ variant: 'filled' }}>
      <SegmentedControl
        aria-label={t('fields.kind')}
        value={kind}
        onChange={(value) => setKind(KINDS.find((one) => one === value) ?? kind)}
        data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <TextInput {...form.field('title')} maxLength={120} required data-autofocus />
      <AffectedLookups chosen={lookups} onChange={setLookups} />
      {maySwitchOff && <SwitchOff chosen={switchesOff} onChange={setSwitchesOff} />}
      {isPlanned ? (
        <Group grow align="start">
          {(['startsAt', 'endsAt'] as const).map((name) => (
            <TimeInput
              key={name}
              {...form.field(name)}
              write={(text) => form.write(name, text)}
              required
            />
          ))}
        </Group>
      ) : switchesOff ? null : (
        <NativeSelect
          {...form.field('impact')}
          data={IMPACTS.map((value) => ({ value, label: t(`impacts.${value}`) }))}
        />
      )}
      <Textarea
        {...form.field('text')}
        description={t('textWhat')}
        rows={5}
        maxLength={2000}
        required
      />
    </ActionDialog>
  );
}

function problemOf(
  { title, startsAt, endsAt, text }: typeof STORED,
  lookups: readonly string[],
  isPlanned: boolean,
): ActionError | undefined {
  if (title.trim() === '') return 'incident_title';
  if (lookups.length === 0) return 'incident_lookups';
  const times = [startsAt, endsAt].map(readWrittenMinute);
  if (isPlanned && times.includes(undefined)) return 'incident_times';
  return text.trim() === '' ? 'incident_text' : undefined;
}

interface AffectedLookupsProps {
  readonly chosen: string[];
  readonly onChange: (lookups: string[]) => void;
}

function AffectedLookups({ chosen, onChange }: AffectedLookupsProps) {
  const t = useTranslations('incidents');
  const language = languageOf(useLocale());
  return (
    <Checkbox.Group label={t('fields.lookups')} value={chosen} onChange={onChange} withAsterisk>
      <Group gap="sm" mt={4}>
        {LOOKUPS.map((lookup) => (
          <Checkbox key={lookup} value={lookup} label={titleAndPath(lookup, language)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

interface SwitchOffProps {
  readonly chosen: boolean;
  readonly onChange: (chosen: boolean) => void;
}

function SwitchOff({ chosen, onChange }: SwitchOffProps) {
  const t = useTranslations('incidents');
  return (
    <Checkbox
      checked={chosen}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      label={t('fields.switchesOff')}
      description={t('switchesOffWhat')}
    />
  );
}
