'use client';

import { Group, List, ListItem, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { SupportContact } from '@/lib/base/env/env';
import type { Flag, Lookup, Question } from '@/lib/contract/lookups';
import {
  SAMPLE_LANGUAGES,
  type SampleLanguage,
  sampleNames,
  sampleOf,
  variablesOf,
} from '@/lib/contract/samples';
import { Copyable } from '@/ui/form/copyable';
import { useFocusOnArrival } from '@/ui/form/focus';
import { TokenOnce } from '@/ui/form/token-once';
import { Fact, Facts } from '@/ui/parts/facts';
import { LinkButton } from '@/ui/parts/link-button';

/** A lookup to choose, with the request that shows how to use it. */
export interface LookupChoice {
  readonly lookup: Lookup;
  readonly flag: Flag;
  readonly question: Question;
}

export interface Created {
  readonly nombre: string;
  readonly token: string;
}

interface CreatedIntegrationProps {
  readonly created: Created;
  /** The request that the token is shown with when no lookup is enabled. */
  readonly example: Question;
  readonly enabled: readonly LookupChoice[];
  readonly support: SupportContact;
}

/** Shows everything that the integrator needs: what must stay secret, and a message with the rest. */
export function CreatedIntegration(props: CreatedIntegrationProps) {
  const { created, example, enabled, support } = props;
  const t = useTranslations('create');
  const [copied, setCopied] = useState(false);
  const done = useFocusOnArrival<HTMLParagraphElement>();
  const { nombre, token } = created;
  const question = enabled[0]?.question ?? example;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Text ref={done} tabIndex={-1} fw={600} className="name">
          {t('done', { nombre })}
        </Text>
        <TokenOnce
          nombre={nombre}
          token={token}
          question={question}
          enabled={enabled.length > 0}
          copied={copied}
          onCopied={() => setCopied(true)}
        />
        <Handover nombre={nombre} question={question} enabled={enabled} support={support} />
        <Group justify="flex-end">
          <LinkButton href={`/console/integrations/${nombre}`} variant="filled">
            {t('open')}
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}

interface HandoverProps extends Pick<CreatedIntegrationProps, 'enabled' | 'support'> {
  readonly nombre: string;
  readonly question: Question;
}

function Handover({ nombre, question, enabled, support }: HandoverProps) {
  const t = useTranslations('create');
  const names = useTranslations('lookups');
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const { origin } = window.location;
  const lookups = enabled.map(({ lookup, question: { path } }) => `${names(lookup)}: POST ${path}`);
  const message = [
    t('message', {
      nombre,
      origin,
      lookups: lookups.map((one) => `- ${one}`).join('\n'),
      support: `${support.email}, ${support.phone} (${support.hours})`,
    }),
    variablesOf(language, { origin, login: nombre, token: t('tokenHere') }),
    sampleOf(language, question),
  ].join('\n\n');
  return (
    <>
      <Facts width={240}>
        <Fact label={t('fields.nombre')} className="name">
          {nombre}
        </Fact>
        <Fact label={t('origin')} className="name">
          {origin}
        </Fact>
        <Fact label={t('flags')} wide>
          <List size="sm">
            {lookups.map((one) => (
              <ListItem key={one}>{one}</ListItem>
            ))}
          </List>
          {lookups.length === 0 && '—'}
        </Fact>
      </Facts>
      <NativeSelect
        label={t('language')}
        data={SAMPLE_LANGUAGES.map((value) => ({ value, label: sampleNames[value] }))}
        value={language}
        onChange={({ currentTarget }) =>
          setLanguage(SAMPLE_LANGUAGES.find((one) => one === currentTarget.value) ?? 'curl')
        }
      />
      <Copyable label={t('messageTitle')} action={t('copyMessage')} value={message} />
    </>
  );
}
