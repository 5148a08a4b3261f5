'use client';

import { PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { changePassword } from '@/app/(console)/actions/account';
import { Form, useForm } from '@/app/(console)/form/form';
import { Section } from '@/app/(console)/layout/section';
import { MIN_PASSWORD_LENGTH } from '@/lib/users/password-rule';

export function PasswordChange({ email }: { readonly email: string }) {
  const t = useTranslations('account');
  const form = useForm({
    stored: { newPassword: '' },
    labelOf: (name) => t(name),
    fieldOf: { password_invalid: 'newPassword' },
    check: ({ newPassword }) =>
      newPassword.length < MIN_PASSWORD_LENGTH ? 'password_invalid' : undefined,
    send: ({ newPassword }) => changePassword(newPassword),
    done: () => notifications.show({ message: t('passwordDone') }),
  });
  return (
    <Section title={t('passwordTitle')} what={t('passwordWhat')}>
      <Form form={form} send={t('changePassword')} quiet>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          {...form.field('newPassword')}
          description={t('passwordRule', { length: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
          required
        />
      </Form>
    </Section>
  );
}
