'use client';

import { Checkbox, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { DialogButton } from '@/app/(console)/form/dialog';
import { Form } from '@/app/(console)/form/form';
import { MINUTE_MS } from '@/lib/time';

interface ExportButtonProps {
  /** The present filters as query parameters. */
  readonly view: string;
  /** Name of the integration whose page this is. */
  readonly nombre?: string | undefined;
}

/** Exports every query that matches the filters as a CSV file. */
export function ExportButton(props: ExportButtonProps) {
  const t = useTranslations('export');
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <DialogButton label={t('open')} title={t('title')} leftSection={icon}>
      {(close) => <ExportForm {...props} onClose={close} />}
    </DialogButton>
  );
}

interface Downloaded {
  readonly lines: number;
  readonly total: number;
}

interface ExportFormProps extends ExportButtonProps {
  readonly onClose: () => void;
}

function ExportForm({ view, nombre, onClose }: ExportFormProps) {
  const t = useTranslations('export');
  const [reveal, setReveal] = useState(false);
  const [reason, setReason] = useState('');
  const [downloaded, setDownloaded] = useState<Downloaded>();
  const [failed, setFailed] = useState(false);
  const request = useRef<AbortController>(undefined);
  const missing = reveal && reason.trim() === '';

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (missing) return;
    const controller = new AbortController();
    request.current = controller;
    setFailed(false);
    setDownloaded({ lines: 0, total: 0 });
    try {
      const body = JSON.stringify({ view, nombre, ...(reveal ? { reason } : {}) });
      save(await download(body, controller.signal, setDownloaded));
      onClose();
    } catch {
      setFailed(!controller.signal.aborted);
    } finally {
      setDownloaded(undefined);
    }
  };

  const problem = failed ? t('failed') : undefined;
  const running = downloaded !== undefined;
  return (
    <Form
      form={{ submit: start, pending: false, problem }}
      send={running ? undefined : t('start')}
      cancel={running ? t('stop') : undefined}
      disabled={missing}
      onCancel={() => request.current?.abort()}
    >
      <Text size="sm">{t('what')}</Text>
      <Checkbox
        label={t('reveal')}
        checked={reveal}
        disabled={running}
        onChange={(event) => setReveal(event.currentTarget.checked)}
      />
      {reveal && (
        <TextInput
          label={t('reason')}
          description={t('reasonWhy')}
          required
          maxLength={500}
          value={reason}
          disabled={running}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {running && <Advance {...downloaded} />}
    </Form>
  );
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

async function download(
  body: string,
  signal: AbortSignal,
  tell: (downloaded: Downloaded) => void,
): Promise<Blob> {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body, signal };
  const answer = await fetch('/console/queries/export.csv', options);
  if (!answer.ok || answer.body === null || answer.redirected) throw new Error('no file');
  const total = Number(answer.headers.get('x-total-rows'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = -1;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    for (const byte of value) if (byte === LINE_FEED) lines += 1;
    tell({ lines: Math.max(lines, 0), total });
  }
  return new Blob(parts, { type: 'text/csv' });
}

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `consultas-${new Date().toISOString().slice(0, 16).replace(':', '')}.csv`;
  link.click();
  // Leaves the browser time to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
}
