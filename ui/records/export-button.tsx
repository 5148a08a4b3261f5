'use client';

import { Checkbox, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { MINUTE_MS } from '@/lib/base/time/time';
import type { ActionError, ActionResult } from '@/lib/console/session/action';
import { isReasonTooShort, reasonOf } from '@/lib/recording/reason';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { ReasonFields } from '@/ui/dialog/reason-fields';

const EXPORT = '/console/queries/export.csv';

interface ExportButtonProps {
  /** The present filters as query parameters. */
  readonly view: string;
  /** Name of the integration whose page this is. */
  readonly nombre?: string | undefined;
  /** Whether the user may export whole identifiers. */
  readonly identifiers: boolean;
}

export function ExportButton({ view, nombre, identifiers }: ExportButtonProps) {
  const t = useTranslations('export');
  const [whole, setWhole] = useState(false);
  const [downloaded, setDownloaded] = useState<Downloaded>();
  const request = useRef<AbortController>(undefined);
  const form = useDialogForm({
    stored: { purpose: 'integrator', note: '' },
    labelOf: (name) => name,
    fieldOf: { reason_too_short: 'note' },
    wording: { unreachable: t('failed') },
    check: ({ note }) => (isReasonTooShort(note) ? 'reason_too_short' : undefined),
    send: (texts) => {
      const controller = new AbortController();
      request.current = controller;
      const body = { view, nombre, identifiers: whole, reason: reasonOf(texts) };
      const ended = download(JSON.stringify(body), controller.signal, setDownloaded);
      return ended.finally(() => setDownloaded(undefined));
    },
    done: (file: Blob | undefined) => {
      if (file === undefined) return form.setOpened(true);
      setWhole(false);
      save(file);
    },
    stay: true,
  });
  const { pending } = form;
  return (
    <ActionDialog
      form={{ ...form, pending: false }}
      label={t('open')}
      button={{ leftSection: <IconDownload size={16} aria-hidden /> }}
      title={t('title')}
      send={pending ? undefined : t('start')}
      {...(pending && { cancel: t('stop'), onCancel: () => request.current?.abort() })}
    >
      <Text size="sm">{t('what')}</Text>
      <ReasonFields
        purpose={{ ...form.field('purpose'), disabled: pending }}
        note={{ ...form.field('note'), disabled: pending }}
      />
      {identifiers && (
        <Checkbox
          label={t('reveal')}
          description={t('revealWhat')}
          checked={whole}
          disabled={pending}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      )}
      {downloaded && <Advance {...downloaded} />}
    </ActionDialog>
  );
}

interface Downloaded {
  readonly lines: number;
  readonly total: number;
}

function Advance({ lines, total }: Downloaded) {
  const t = useTranslations('export');
  const share = total === 0 ? 0 : Math.min(100, (100 * lines) / total);
  return (
    <Stack gap={4}>
      <Progress value={share} aria-label={t('advance')} />
      <Text size="sm" c="dimmed" role="status">
        {t('lines', { lines, total })}
      </Text>
    </Stack>
  );
}

const LINE_FEED = 10;

/** Fetches the file; undefined when it was stopped. */
async function download(
  body: string,
  signal: AbortSignal,
  report: (downloaded: Downloaded) => void,
): Promise<ActionResult<Blob | undefined>> {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(EXPORT, { method: 'POST', headers, body, signal });
    if (answer.headers.get('content-type') === 'application/json') return refusalOf(answer);
    if (answer.redirected) return { ok: false, error: 'signed_out' };
    if (!answer.ok || answer.body === null) throw new Error('no file');
    const total = Number(answer.headers.get('x-total-rows'));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let lines = -1;
    const reader = answer.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      for (const byte of value) if (byte === LINE_FEED) lines += 1;
      report({ lines: Math.max(lines, 0), total });
    }
    return { ok: true, data: new Blob(parts, { type: 'text/csv' }) };
  } catch {
    return signal.aborted ? { ok: true, data: undefined } : { ok: false, error: 'unreachable' };
  }
}

async function refusalOf(answer: Response): Promise<ActionResult<never>> {
  const { error }: { error: ActionError } = await answer.json();
  return { ok: false, error };
}

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `consultas-${new Date().toISOString().slice(0, 16).replace(':', '')}.csv`;
  link.click();
  // Leaves the browser time to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
}
