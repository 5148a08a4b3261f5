'use client';

import { Group, PasswordInput, Progress, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useState } from 'react';
import { MIN_PASSWORD_LENGTH, MIN_STRENGTH, type Strength } from '@/lib/users/rules';

interface NewPasswordProps extends ComponentProps<typeof PasswordInput> {
  readonly value: string;
  /** E-mail address of the user. A password that contains parts of it is weak. */
  readonly email: string;
}

export function NewPassword({ value, email, ...field }: NewPasswordProps) {
  const t = useTranslations('newPassword');
  return (
    <div>
      <PasswordInput
        {...field}
        value={value}
        description={t('rule', { length: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        required
      />
      {value !== '' && <Meter password={value} email={email} />}
    </div>
  );
}

function Meter({ password, email }: { readonly password: string; readonly email: string }) {
  const t = useTranslations('newPassword');
  const strength = useStrength(password, email);
  if (strength === undefined) return null;
  const isEnough = password.length >= MIN_PASSWORD_LENGTH && strength >= MIN_STRENGTH;
  const shown = isEnough ? strength : Math.min(strength, MIN_STRENGTH - 1);
  return (
    <Group gap="sm" mt={6} wrap="nowrap">
      <Progress
        value={(shown + 1) * 20}
        color={isEnough ? 'green' : 'red'}
        aria-label={t('strength')}
        flex={1}
      />
      <Text size="sm" miw={96} ta="end" role="status">
        {t(isEnough ? (strength === 4 ? 'strong' : 'enough') : 'weak')}
      </Text>
    </Group>
  );
}

/** Estimates the strength in the browser. Loads the common passwords when first used. */
function useStrength(password: string, email: string): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  useEffect(() => {
    let current = true;
    void import('@/lib/users/password-strength')
      .then(({ strengthOf }) => current && setStrength(strengthOf(password, email)))
      .catch(() => undefined); // Without a meter the server still decides.
    return () => {
      current = false;
    };
  }, [password, email]);
  return strength;
}
