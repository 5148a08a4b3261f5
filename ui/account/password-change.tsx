'use client';

import { PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { MIN_PASSWORD_LENGTH } from '@/lib/users/rules';
import { changePassword } from '@/ui/actions/account';
import { Form, useForm } from '@/ui/form/form';
import { NewPassword } from '@/ui/form/new-password';
import { Section } from '@/ui/parts/section';

interface PasswordChangeProps {
  readonly email: string;
  /** The page that was asked for before the password had to be changed. */
  readonly next: string | undefined;
}

export function PasswordChange({ email, next }: PasswordChangeProps) {
  const t = useTranslations('account');
  const router = useRouter();
  const form = useForm({
    stored: { oldPassword: '', newPassword: '' },
    labelOf: (name) => t(name),
    fieldOf: {
      password_wrong: 'oldPassword',
      password_invalid: 'newPassword',
      password_same: 'newPassword',
      password_weak: 'newPassword',
    },
    check: ({ newPassword }) =>
      newPassword.length < MIN_PASSWORD_LENGTH ? 'password_invalid' : undefined,
    send: ({ oldPassword, newPassword }) =>
      changePassword({ old: oldPassword, password: newPassword }),
    done: () => {
      notifications.show({ color: 'green', message: t('passwordDone') });
      if (next !== undefined) router.push(next);
    },
    stay: next !== undefined,
  });
  return (
    <Section title={t('passwordTitle')} what={t('passwordWhat')}>
      <Form form={form} send={t('changePassword')} quiet>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput {...form.field('oldPassword')} autoComplete="current-password" required />
        <NewPassword {...form.field('newPassword')} email={email} />
      </Form>
    </Section>
  );
}
