'use client';

import { Alert, Button, Loader, NativeSelect, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import type { Question as Example } from '@/lib/contract/lookups';
import { rotate } from '@/ui/actions/integrations';
import { rotateOwn } from '@/ui/actions/place';
import { Dialog, useOpened } from '@/ui/dialog/dialog';
import { Form, useForm } from '@/ui/form/form';
import { Once, useOnce } from '@/ui/form/once';
import { TokenOnce } from '@/ui/form/token-once';

const OVERLAPS = [
  { key: 'none', ms: 0 },
  { key: 'hour', ms: HOUR_MS },
  { key: 'day', ms: DAY_MS },
  { key: 'week', ms: 7 * DAY_MS },
] as const;

/** Reads the value of the list; any other ends the old token at once. */
function overlapOf(text: string) {
  return OVERLAPS.find(({ ms }) => `${ms}` === text)?.ms ?? 0;
}

interface RotateTokenProps {
  readonly nombre: string;
  /** Whether somebody of the integration rotates it, who must leave an overlap. */
  readonly own: boolean;
  /** Id of the newest token, as the page showed it. */
  readonly newest: number;
  /** The newest token, masked, and its queries of the last 24 hours. */
  readonly current: string;
  readonly queries: number;
  /** The old token of an earlier rotation, and its queries of the last 24 hours. */
  readonly ending: { readonly token: string; readonly queries: number } | undefined;
  /** The request that the new token is shown with. */
  readonly example: Example;
  readonly enabled: boolean;
}

/** Rotates the token: asks how long the old one stays valid, then shows the new one. */
export function RotateToken({ example, enabled, ...question }: RotateTokenProps) {
  const t = useTranslations('tokens');
  const texts = useTranslations('token');
  const [opened, setOpened] = useOpened('rotate');
  const [token, setToken] = useState<string>();
  const router = useRouter();
  const close = () => {
    setOpened(false);
    // Only now, because a refresh that fails reloads the page, which would lose the token.
    if (token !== undefined) router.refresh();
  };
  const once = useOnce(close);
  const [refreshing, startTransition] = useTransition();
  // Opens once the tokens and their queries are as they are now.
  const open = () =>
    startTransition(() => {
      router.refresh();
      setToken(undefined);
      setOpened(true);
    });
  return (
    <>
      <Button variant="default" onClick={open} aria-busy={refreshing}>
        {t('rotate')}
        {refreshing && <Loader size={14} color="currentColor" pos="absolute" right={2} />}
      </Button>
      <Dialog
        opened={opened}
        onClose={token === undefined ? close : once.dismiss}
        closeOnClickOutside={false}
        title={t(token === undefined ? 'rotateTitle' : 'newToken')}
        size="lg"
      >
        {token === undefined ? (
          <Question {...question} onRotated={setToken} onCancel={close} />
        ) : (
          <Once once={once} lost={texts('notCopied')}>
            <TokenOnce
              nombre={question.nombre}
              token={token}
              question={example}
              enabled={enabled}
              copied={once.copied || !opened}
              onCopied={once.onCopied}
            />
          </Once>
        )}
      </Dialog>
    </>
  );
}

interface QuestionProps extends Omit<RotateTokenProps, 'example' | 'enabled'> {
  readonly onRotated: (token: string) => void;
  readonly onCancel: () => void;
}

function Question({ nombre, own, newest, current, queries, ending, ...props }: QuestionProps) {
  const t = useTranslations('tokens');
  const form = useForm({
    stored: { overlap: String(DAY_MS) },
    labelOf: (name) => t(name),
    send: ({ overlap }) => {
      const overlapMs = overlapOf(overlap);
      if (!own) return rotate({ nombre, expected: newest, overlapMs });
      return rotateOwn({ expected: newest, overlapMs: overlapMs || HOUR_MS });
    },
    done: ({ token }) => props.onRotated(token),
    stay: true,
  });
  return (
    <Form form={form} send={t('rotate')} cancel={t('cancel')} onCancel={props.onCancel}>
      <Text size="sm">{t('rotateWhat', { token: current, count: queries })}</Text>
      <div>
        <NativeSelect
          label={t('overlap')}
          data-autofocus
          data={OVERLAPS.filter(({ ms }) => !own || ms > 0).map(({ key, ms }) => ({
            value: `${ms}`,
            label: t(`overlaps.${key}`),
          }))}
          value={form.texts.overlap}
          onChange={(event) => form.write('overlap', event.currentTarget.value)}
        />
        <div aria-live="polite">
          {form.texts.overlap === '0' && queries > 0 && (
            <Alert color="yellow" mt="sm">
              {t('atOnce')}
            </Alert>
          )}
        </div>
      </div>
      {ending !== undefined && (
        <Alert {...(ending.queries > 0 ? { color: 'yellow' } : { variant: 'default' })}>
          {t('endsToo', { token: ending.token, count: ending.queries })}
        </Alert>
      )}
    </Form>
  );
}
