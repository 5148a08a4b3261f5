'use client';

import { Checkbox, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { languageOf } from '@/lib/base/values/language';
import type { NoticeType } from '@/lib/notices/kinds';
import { addTarget } from '@/ui/actions/notices';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { SecretDialog } from './secret-dialog';
import type { Targeted } from './types';

const CHANNELS = ['email', 'webhook'] as const;
const LANGUAGES = [
  { value: 'es', label: 'Español' },
  { value: 'en', label: 'English' },
];

interface AddTargetProps extends Targeted {
  readonly hasMail: boolean;
  /** Types that this owner can receive, with their names. */
  readonly types: readonly { readonly type: NoticeType; readonly name: string }[];
}

/** Adds an address or a webhook, whose secret it shows once. */
export function AddTarget({ owner, own, hasMail, types }: AddTargetProps) {
  const t = useTranslations('notices');
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]>(hasMail ? 'email' : 'webhook');
  const [chosen, setChosen] = useState<string[]>([]);
  const [secret, setSecret] = useState<string>();
  const form = useDialogForm({
    asked: 'target',
    stored: { address: own ?? '', locale: languageOf(useLocale()) },
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: 'address',
    send: ({ address, locale }) => {
      const names = types.map(({ type }) => type).filter((type) => chosen.includes(type));
      return addTarget({ owner, channel, address, locale: languageOf(locale), types: names });
    },
    done: (made) => {
      setSecret(made.secret);
      setChosen([]);
    },
    notice: ({ letter }) => ({
      message: letter
        ? t(letter.isSent ? 'addedMail' : 'mailNotSent', { address: letter.address })
        : t('added'),
    }),
  });
  return (
    <>
      <ActionDialog form={form} label={t('add')} send={t('send')} button={{ variant: 'filled' }}>
        {own === undefined && (
          <SegmentedControl
            aria-label={t('fields.channel')}
            value={channel}
            onChange={(value) => setChannel(CHANNELS.find((one) => one === value) ?? channel)}
            data={CHANNELS.map((value) => ({
              value,
              label: t(`channels.${value}`),
              disabled: value === 'email' && !hasMail,
            }))}
          />
        )}
        <TextInput
          {...form.field('address')}
          type={channel === 'email' ? 'email' : 'url'}
          maxLength={500}
          required
          readOnly={own !== undefined}
          data-autofocus
          {...(channel === 'webhook' && { description: t('urlWhat') })}
        />
        {channel === 'email' && <NativeSelect {...form.field('locale')} data={LANGUAGES} />}
        <Checkbox.Group
          label={t('fields.types')}
          description={t('typesWhat')}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap={6} mt={6}>
            {types.map(({ type, name }) => (
              <Checkbox key={type} value={type} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      </ActionDialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
