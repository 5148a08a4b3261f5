'use client';

import { Alert, Button, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import {
  beginSecondFactor,
  enrolSecondFactor,
  removeSecondFactor,
} from '@/app/(console)/actions/account';
import { useAction } from '@/app/(console)/form/proof';
import { Section } from '@/app/(console)/layout/section';
import { DotBadge } from '@/app/(console)/table/dot-badge';

interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

/** Enrolling: secret as a QR code, a first code, then the recovery codes, shown this once. */
export function SecondFactor({ enrolled }: { readonly enrolled: boolean }) {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [recovery, setRecovery] = useState<readonly string[]>();
  return (
    <Section title={t('factorTitle')} what={t('factorWhat')}>
      <Group>
        <DotBadge colour={enrolled ? 'green' : 'gray'}>
          {enrolled ? t('factorOn') : t('factorOff')}
        </DotBadge>
      </Group>
      {recovery !== undefined && <RecoveryCodes codes={recovery} />}
      {enrolled && recovery === undefined && (
        <CodeForm
          label={t('removeCode')}
          submit={t('remove')}
          danger
          pending={pending}
          onCode={(code) => run(() => removeSecondFactor(code))}
        />
      )}
      {!enrolled && enrolment === undefined && (
        <Group justify="flex-end">
          <Button loading={pending} onClick={() => run(beginSecondFactor, { done: setEnrolment })}>
            {t('enrol')}
          </Button>
        </Group>
      )}
      {!enrolled && enrolment !== undefined && (
        <Stack>
          <Secret enrolment={enrolment} />
          <CodeForm
            label={t('firstCode')}
            submit={t('confirm')}
            pending={pending}
            onCode={(code) => run(() => enrolSecondFactor(code), { done: setRecovery })}
          />
        </Stack>
      )}
    </Section>
  );
}

function Secret({ enrolment }: { readonly enrolment: Enrolment }) {
  const t = useTranslations('account');
  return (
    <>
      <Text size="sm">{t('scan')}</Text>
      <Group align="flex-start">
        <QRCodeSVG value={enrolment.uri} size={168} marginSize={2} title={t('qr')} />
        <Stack gap="xs" flex={1} miw={220}>
          <Text size="sm">{t('orType')}</Text>
          <Code block className="name">
            {enrolment.secret}
          </Code>
        </Stack>
      </Group>
    </>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useTranslations('account');
  return (
    <Alert color="yellow" title={t('recoveryTitle')}>
      <Stack>
        <Text size="sm">{t('recoveryWhat')}</Text>
        <SimpleGrid cols={2} spacing="xs">
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
      </Stack>
    </Alert>
  );
}

interface CodeFormProps {
  readonly label: string;
  readonly submit: string;
  readonly pending: boolean;
  readonly danger?: boolean;
  readonly onCode: (code: string) => void;
}

function CodeForm({ label, submit, pending, danger = false, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onCode(code);
    setCode('');
  };
  return (
    <form onSubmit={send}>
      <Group align="flex-end">
        <TextInput
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          flex={1}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={pending} {...(danger ? { variant: 'default' } : {})}>
          {submit}
        </Button>
      </Group>
    </form>
  );
}
