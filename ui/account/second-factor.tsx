'use client';

import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import type { ActionResult } from '@/lib/console/session/action';
import { beginSecondFactor, enrolSecondFactor, removeSecondFactor } from '@/ui/actions/account';
import { Copyable } from '@/ui/form/copyable';
import { useFocusOnArrival } from '@/ui/form/focus';
import { Form, useForm } from '@/ui/form/form';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { useAction } from '@/ui/form/use-action';
import { LinkButton } from '@/ui/parts/link-button';
import { Section } from '@/ui/parts/section';
import { DotBadge } from '@/ui/table/dot-badge';

interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

interface SecondFactorProps {
  readonly enrolled: boolean;
  /** The page that was asked for before a second factor had to be enrolled. */
  readonly next: string | undefined;
}

export function SecondFactor({ enrolled: wasEnrolled, next }: SecondFactorProps) {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [recovery, setRecovery] = useState<readonly string[]>();
  const enrolled = wasEnrolled || recovery !== undefined;
  return (
    <Section title={t('factorTitle')} what={t('factorWhat')}>
      <Group>
        <DotBadge colour={enrolled ? 'plain' : 'yellow'}>
          {enrolled ? t('factorOn') : t('factorOff')}
        </DotBadge>
      </Group>
      {recovery !== undefined && <RecoveryCodes codes={recovery} next={next} />}
      {enrolled && recovery === undefined && (
        <CodeForm label={t('removeCode')} submit={t('remove')} quiet send={removeSecondFactor} />
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
            send={enrolSecondFactor}
            done={setRecovery}
            // A refresh that fails reloads the page, which would lose the codes.
            stay
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

interface RecoveryCodesProps extends Pick<SecondFactorProps, 'next'> {
  readonly codes: readonly string[];
}

function RecoveryCodes({ codes, next }: RecoveryCodesProps) {
  const t = useTranslations('account');
  const router = useRouter();
  const [copied, setCopied] = useState(false);
  const arrival = useFocusOnArrival<HTMLDivElement>();
  const onCopied = () => {
    setCopied(true);
    router.refresh();
  };
  return (
    <Alert ref={arrival} tabIndex={-1} color="yellow" title={t('recoveryTitle')}>
      <Stack>
        <Text size="sm">{t('recoveryWhat')}</Text>
        <Copyable
          label={t('recoveryCodes')}
          action={t('copyRecovery')}
          value={codes.join('\n')}
          onCopied={onCopied}
        />
        {next !== undefined && (
          <Group justify="flex-end">
            <LinkButton href={next}>{t('goOn')}</LinkButton>
          </Group>
        )}
      </Stack>
      <LeaveGuard when={!copied} what={t('recoveryNotCopied')} />
    </Alert>
  );
}

interface CodeFormProps<Data> {
  readonly label: string;
  readonly submit: string;
  readonly quiet?: boolean;
  readonly send: (code: string) => Promise<ActionResult<Data>>;
  readonly done?: (data: Data) => void;
  readonly stay?: boolean;
}

function CodeForm<Data>({ label, submit, quiet = false, ...options }: CodeFormProps<Data>) {
  const { send, done, stay = false } = options;
  const form = useForm({
    stored: { code: '' },
    labelOf: () => label,
    fieldOf: 'code',
    send: ({ code }) => send(code),
    done: (data: Data) => done?.(data),
    stay,
  });
  return (
    <Form form={form} send={submit} quiet={quiet}>
      <TextInput
        {...form.field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </Form>
  );
}
