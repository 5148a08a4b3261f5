'use client';

import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { rotate } from '@/app/(console)/actions/integrations';
import { Dialog } from '@/app/(console)/form/dialog';
import { useFocusOnArrival } from '@/app/(console)/form/focus';
import { useAction } from '@/app/(console)/form/proof';
import { TokenOnce } from '@/app/(console)/form/token-once';
import type { Question } from '@/lib/contract/lookups';
import { HOUR_MS } from '@/lib/time';

const OVERLAPS = [
  { key: 'none', ms: 0 },
  { key: 'hour', ms: HOUR_MS },
  { key: 'day', ms: 24 * HOUR_MS },
  { key: 'week', ms: 168 * HOUR_MS },
] as const;

type Overlap = (typeof OVERLAPS)[number]['ms'];

interface RotateTokenProps {
  readonly nombre: string;
  /** Id of the newest token, as the page showed it. */
  readonly newest: number;
  /** The newest token as people may see it, and its queries of the last 24 hours. */
  readonly current: string;
  readonly queries: number;
  /** The one that an earlier rotation still lets work, and its queries of the last 24 hours. */
  readonly ending: { readonly token: string; readonly queries: number } | undefined;
  /** The request that the new token is shown with. */
  readonly example: Question;
  readonly enabled: boolean;
}

/** Asks how long the present token still works, and then shows the new one. */
export function RotateToken({ nombre, newest, example, enabled, ...present }: RotateTokenProps) {
  const t = useTranslations('tokens');
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const [token, setToken] = useState<string>();
  const [kept, setKept] = useState(false);
  const [told, setTold] = useState(false);
  const open = () => {
    setToken(undefined);
    setKept(false);
    setTold(false);
    setOpened(true);
  };
  // Closed without a copy it is lost, so that is told first.
  const close = () => (token === undefined || kept || told ? setOpened(false) : setTold(true));
  const issue = (overlapMs: Overlap) =>
    run(() => rotate({ nombre, overlapMs, expected: newest }), {
      done: (made) => setToken(made.token),
    });
  return (
    <Group>
      <Button variant="default" onClick={open}>
        {t('rotate')}
      </Button>
      <Dialog
        opened={opened}
        onClose={close}
        closeOnClickOutside={false}
        title={t(token === undefined ? 'rotateTitle' : 'newToken')}
        size="lg"
      >
        {token === undefined ? (
          <RotationForm {...present} pending={pending} onRotate={issue} onCancel={close} />
        ) : (
          <NewToken forgotten={told && !kept} onClose={close}>
            <TokenOnce
              nombre={nombre}
              token={token}
              question={example}
              enabled={enabled}
              kept={kept || !opened}
              onKept={() => setKept(true)}
            />
          </NewToken>
        )}
      </Dialog>
    </Group>
  );
}

interface RotationFormProps extends Pick<RotateTokenProps, 'current' | 'queries' | 'ending'> {
  readonly pending: boolean;
  readonly onRotate: (overlapMs: number) => void;
  readonly onCancel: () => void;
}

function RotationForm({
  current,
  queries,
  ending,
  pending,
  onRotate,
  onCancel,
}: RotationFormProps) {
  const t = useTranslations('tokens');
  const [overlapMs, setOverlapMs] = useState<number>(24 * HOUR_MS);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRotate(overlapMs);
      }}
    >
      <Stack>
        <Text size="sm">{t('rotateWhat', { token: current, count: queries })}</Text>
        <div>
          <NativeSelect
            label={t('overlap')}
            data-autofocus
            data={OVERLAPS.map(({ key, ms }) => ({ value: `${ms}`, label: t(`overlaps.${key}`) }))}
            value={`${overlapMs}`}
            onChange={(event) => setOverlapMs(Number(event.currentTarget.value))}
          />
          <div aria-live="polite">
            {overlapMs === 0 && queries > 0 && (
              <Alert color="yellow" mt="sm">
                {t('atOnce')}
              </Alert>
            )}
          </div>
        </div>
        {ending !== undefined && (
          <Alert color={ending.queries > 0 ? 'yellow' : 'gray'}>
            {t('endsToo', { token: ending.token, count: ending.queries })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('rotate')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NewTokenProps {
  /** Somebody wanted to close it before it was copied. */
  readonly forgotten: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function NewToken({ forgotten, onClose, children }: NewTokenProps) {
  const t = useTranslations('tokens');
  const once = useTranslations('token');
  const arrival = useFocusOnArrival<HTMLDivElement>();
  return (
    <Stack ref={arrival} tabIndex={-1}>
      {children}
      {forgotten && (
        <Alert color="red" role="alert">
          {once('notCopied')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t(forgotten ? 'closeAnyway' : 'close')}
        </Button>
      </Group>
    </Stack>
  );
}
