'use client';

import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { changePassword } from '@/app/(console)/actions/account';
import { useAction } from '@/app/(console)/form/proof';
import { Section } from '@/app/(console)/layout/section';
import { MIN_PASSWORD_LENGTH } from '@/lib/users/password-rule';

export function PasswordChange({ email }: { readonly email: string }) {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  const [password, change] = useState('');
  return (
    <Section title={t('passwordTitle')} what={t('passwordWhat')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(() => changePassword(password), {
            done: () => {
              change('');
              notifications.show({ message: t('passwordDone') });
            },
          });
        }}
      >
        <Stack>
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <PasswordInput
            label={t('newPassword')}
            description={t('passwordRule', { length: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            required
            minLength={MIN_PASSWORD_LENGTH}
            value={password}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={pending}>
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
