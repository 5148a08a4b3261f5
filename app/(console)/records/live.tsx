'use client';

import { Button, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useOptimistic, useRef, useTransition } from 'react';
import { useAddress } from '@/app/(console)/layout/address';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { type Stop, useLive } from './use-live';

interface LiveProps {
  /** The present filters as query parameters. */
  readonly view: string;
  /** Time up to which the page shows the rows. */
  readonly at: string;
  /** Whether this is a later page, which new rows do not belong on. */
  readonly later: boolean;
  readonly children: ReactNode;
}

/** Adds new rows at the top, unless somebody is reading further down. */
export function Live({ children, ...asked }: LiveProps) {
  const t = useTranslations('live');
  const list = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { waiting, added, stop, show, resume } = useLive(asked, list);
  const showAll = () => {
    // The button disappears, so the focus moves to the bar.
    bar.current?.focus({ preventScroll: true });
    bar.current?.scrollIntoView({ block: 'center' });
    show();
  };
  return (
    <>
      <Group ref={bar} tabIndex={-1} gap="sm" className="live-bar" data-waiting={waiting > 0}>
        <VisuallyHidden role="status">{message()}</VisuallyHidden>
        {(stop !== undefined || waiting === 0) && (
          <Text span size="sm" c="dimmed" aria-hidden>
            {message()}
          </Text>
        )}
        {stop === undefined && waiting > 0 && (
          <Button
            size="compact-sm"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={showAll}
          >
            {t('show', { count: waiting })}
          </Button>
        )}
        {stop !== undefined && <GoOn stop={stop} resume={resume} />}
      </Group>
      <div ref={list}>{children}</div>
    </>
  );

  function message(): string {
    if (stop !== undefined) return t(`stopped.${stop}`);
    if (waiting > 0) return t('waiting', { count: waiting });
    return added > 0 ? t('added', { count: added }) : t('on');
  }
}

function GoOn({ stop, resume }: { readonly stop: Stop; readonly resume: () => void }) {
  const t = useTranslations('live');
  const present = useAddress()({});
  if (stop === 'signed_out') {
    return (
      <LinkButton href={`/login?next=${encodeURIComponent(present)}`} size="compact-sm">
        {t('signIn')}
      </LinkButton>
    );
  }
  return (
    <Button variant="default" size="compact-sm" onClick={resume}>
      {t('resume')}
    </Button>
  );
}

/** Switches automatic updating, which is a parameter of the URL. */
export function LiveSwitch({ on }: { readonly on: boolean }) {
  const t = useTranslations('live');
  const router = useRouter();
  const address = useAddress();
  const [shown, show] = useOptimistic(on);
  const [, startTransition] = useTransition();
  const toggle = () =>
    startTransition(() => {
      show(!shown);
      router.replace(address({ live: shown ? undefined : '1' }), { scroll: false });
    });
  return <Switch label={t('label')} checked={shown} onChange={toggle} />;
}
