'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useFocusOnArrival } from './focus';

/** Tracks whether a text that is shown only once was copied before its dialog closes. */
export function useOnce(onClose: () => void) {
  const [copied, setCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  const close = () => {
    setCopied(false);
    setWarned(false);
    onClose();
  };
  const dismiss = () => (copied ? close() : setWarned(true));
  return {
    copied,
    forgotten: warned && !copied,
    onCopied: () => setCopied(true),
    /** For Esc and the cross, which warn instead of closing while the text was not copied. */
    dismiss,
    /** For the close button, which closes at the second click if the text was not copied. */
    leave: () => (warned ? close() : dismiss()),
  };
}

interface OnceProps {
  readonly once: ReturnType<typeof useOnce>;
  /** Says what is lost without a copy. */
  readonly lost: string;
  readonly children: ReactNode;
}

/** Content of a dialog that shows a text only once. */
export function Once({ once, lost, children }: OnceProps) {
  const t = useTranslations('copy');
  const arrival = useFocusOnArrival<HTMLDivElement>();
  return (
    <Stack ref={arrival} tabIndex={-1} data-autofocus>
      {children}
      {once.forgotten && (
        <Alert color="red" role="alert">
          {lost}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={once.leave}>
          {t(once.forgotten ? 'closeAnyway' : 'close')}
        </Button>
      </Group>
    </Stack>
  );
}
