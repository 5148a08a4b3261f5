'use client';

import { Alert, Loader } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { readInvitation } from '@/app/(console)/actions/invitation';
import { PasswordForm } from './password-form';

interface Found {
  readonly code: string;
  /** Empty if the link is not valid any more. */
  readonly email: string;
}

/** Reads the code of the link from the fragment and asks for a password. */
export function Invitation() {
  const t = useTranslations('invitation');
  const errors = useTranslations('errors');
  const [found, setFound] = useState<Found | 'unreachable'>();
  useEffect(() => {
    const read = () => {
      const code = window.location.hash.slice(1);
      readInvitation(code)
        .then((answer) => setFound({ code, email: answer.ok ? answer.data : '' }))
        .catch(() => setFound('unreachable'));
    };
    read();
    // Another link that is opened in this window does not load the page anew.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  if (found === undefined) return <Loader aria-label={t('title')} />;
  if (found === 'unreachable') return <Alert color="red">{errors('unreachable')}</Alert>;
  if (found.email === '') return <Alert color="red">{t('invalid')}</Alert>;
  return <PasswordForm key={found.code} {...found} />;
}
