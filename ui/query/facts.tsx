import { randomUUID } from 'node:crypto';
import { Code, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { may, type Role } from '@/lib/access/permissions';
import { displayQuetzales } from '@/lib/base/values/money';
import type { LedgerEntry } from '@/lib/billing/statement';
import type { QueryStory } from '@/lib/console/views/query-story';
import { viewer } from '@/lib/console/views/viewer';
import { isAnswer, isErrorCode } from '@/lib/contract/ending';
import { failureBody } from '@/lib/contract/envelopes';
import { failureAnswers } from '@/lib/contract/failures';
import { lookupFacts } from '@/lib/contract/lookups';
import { readCause } from '@/lib/recording/explain';
import { CopyIcon } from '@/ui/form/copyable';
import { Fact, Facts } from '@/ui/parts/facts';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { Ending, MaskedIdentifier } from '@/ui/records/cells';
import { noteOf } from '@/ui/table/note';
import { Refund } from './refund';
import { RefundRequests } from './refund-requests';
import { Reveal } from './reveal';

interface QueryFactsProps {
  readonly story: QueryStory;
  /** Balance of the account, for users who may refund. */
  readonly saldo: bigint | undefined;
  readonly role: Role;
}

export async function QueryFacts({ story, saldo, role }: QueryFactsProps) {
  const t = await getTranslations('query');
  const { record, ending } = story;
  const { isStaff } = await viewer();
  return (
    <Section title={t('factsTitle')}>
      <Facts width={320}>
        <Fact label={t('asked')}>
          <Group gap="xs">
            <MaskedIdentifier identifiers={record.identifiers} />
            {typeof record.identifiers !== 'string' && may(role, 'query.reveal') && (
              <Reveal id={record.id} />
            )}
          </Group>
        </Fact>
        <Fact label={t('source')}>
          <Ending record={record} />
          {record.cause !== null && isStaff && <RecordedCause cause={record.cause} />}
        </Fact>
        <Fact label={t('answer')}>
          <AnswerGiven record={record} ending={ending} />
        </Fact>
        <Fact label={t('charge')}>
          <Money story={story} saldo={saldo} role={role} />
        </Fact>
        <Fact label={t('token')}>
          {record.tokenPrefix === null ? (
            t('tokenGone')
          ) : (
            <Code>
              {record.tokenPrefix}…{record.tokenLastFour}
            </Code>
          )}
        </Fact>
        <Fact label={t('requestId')}>
          <CopiedId id={record.requestId} what={t('requestId')} />
        </Fact>
        <Fact label={t('id')}>
          <CopiedId id={record.id} what={t('id')} />
        </Fact>
      </Facts>
    </Section>
  );
}

async function RecordedCause({ cause }: { readonly cause: string }) {
  const t = await getTranslations();
  const read = readCause(cause);
  const { number = 0, fields = [] } = read;
  if (read.kind === 'unknown') return <Note>{t('query.cause', { cause })}</Note>;
  return (
    <Note>
      {t(`explain.cause.${read.kind}`, { number, fields: fields.join(', '), named: fields.length })}
      {isErrorCode(cause) && ` (${cause})`}
    </Note>
  );
}

function CopiedId({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code className="name">{id}</Code>
      <CopyIcon value={id} what={what} />
    </Group>
  );
}

/** Shows the status and the exact body of a failure; answers that were found are not stored. */
async function AnswerGiven({ record, ending }: Pick<QueryStory, 'record' | 'ending'>) {
  const t = await getTranslations('query');
  const { status, lookup } = record;
  const { family } = lookupFacts[lookup];
  if (ending === 'client_gone') return t('answerNothing');
  if (isAnswer(ending)) {
    return family === 'catalogos' && ending !== 'passed_on'
      ? t(`answers.${ending}`)
      : t('answerPassedOn', { status: String(status) });
  }
  const answer = String(failureAnswers[family][ending].status);
  return (
    <Stack gap={4} align="flex-start">
      {ending === 'interrupted' ? t('answerIfThere', { status: answer }) : answer}
      <Code className="name">{failureBody(family, ending).body}</Code>
    </Stack>
  );
}

async function Money({ story, saldo, role }: QueryFactsProps) {
  const { record, charge, refund, requests } = story;
  const { id, nombre, charged } = record;
  const { isStaff } = await viewer();
  return (
    <Stack gap={4} align="flex-start">
      {displayQuetzales(charged)}
      {charge !== undefined && <Entry entry={charge} nombre={nombre} />}
      {refund !== undefined && <Returned refund={refund} nombre={nombre} />}
      {charged > 0n && isStaff && (
        <RefundRequests story={story} role={role}>
          {saldo !== undefined && (
            <Refund
              id={id}
              nombre={nombre}
              amount={charged}
              saldo={saldo}
              nota={requests.find(({ state }) => state === 'open')?.nota ?? ''}
              refunded={refund !== undefined}
              formKey={randomUUID()}
            />
          )}
        </RefundRequests>
      )}
    </Stack>
  );
}

interface ReturnedProps {
  readonly refund: LedgerEntry;
  readonly nombre: string;
}

async function Returned({ refund, nombre }: ReturnedProps) {
  const t = await getTranslations('refund');
  const { createdAt, actor } = refund;
  const nota = await noteOf(refund);
  const { actorOf } = await viewer();
  return (
    <>
      <Text>
        {t.rich('returned', { actor: actorOf(actor), when: () => <Instant at={createdAt} /> })}
      </Text>
      {nota !== null && <Text className="written">{t('because', { nota })}</Text>}
      <Entry entry={refund} nombre={nombre} />
    </>
  );
}

async function Entry({ entry, nombre }: { readonly entry: LedgerEntry; readonly nombre: string }) {
  const t = await getTranslations('query');
  const { seq, balanceAfter } = entry;
  const { pagesOf } = await viewer();
  return (
    <TextLink href={`${pagesOf(nombre).balance}?period=all&before=${seq + 1n}`}>
      {t('entry', { seq: String(seq), balance: displayQuetzales(balanceAfter) })}
    </TextLink>
  );
}
