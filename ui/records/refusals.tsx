import { Code, Stack, Text } from '@mantine/core';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { type LostAccess, lastAccessChange } from '@/lib/audit/access-change';
import { MINUTE_MS, type Span } from '@/lib/base/time/time';
import { languageOf } from '@/lib/base/values/language';
import type { Sort } from '@/lib/base/values/sort';
import type { StatusFilter } from '@/lib/base/values/status-filter';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { recentPart } from '@/lib/console/views/histogram';
import { viewer } from '@/lib/console/views/viewer';
import { isAnswer, readEnding } from '@/lib/contract/ending';
import { failureAnswers, failures } from '@/lib/contract/failures';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { isFlag, isLookup, lookupFacts, titleOf } from '@/lib/contract/lookups';
import {
  type REFUSAL_COLUMNS,
  type RefusalFilter,
  type RefusalRow,
  refusalsByReason,
  refusalTotal,
} from '@/lib/recording/list-refusals';
import { GuideLink } from '@/ui/parts/guide-link';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { type Column, DataTable } from '@/ui/table/data-table';
import { IntegrationLink } from '@/ui/table/integration';

interface RefusalsProps {
  readonly filter: RefusalFilter;
  readonly span: Span;
  readonly names: ReadonlyMap<number, string>;
  readonly all: string;
}

const MOST = 15;

/** Lists the most frequent requests refused before their source, with a link to the others. */
export async function Refusals({ filter, span, names, all }: RefusalsProps) {
  const t = await getTranslations('refusals');
  const recent = recentPart(span);
  const { isStaff } = await viewer();
  const page = { limit: MOST, addresses: isStaff };
  const rows = await refusalsByReason(consoleContext().db, filter, recent, page);
  return (
    <Section
      title={t('before')}
      what={t(recent.from > span.from ? 'whatRecent' : 'what', { staff: String(isStaff) })}
    >
      <RefusalTable rows={rows} names={names} />
      <div>
        <GuideLink section="errores" />
      </div>
      <Text size="sm">
        <TextLink href={all}>{t('all', { count: rows[0]?.rows ?? 0 })}</TextLink>
      </Text>
    </Section>
  );
}

interface RefusedNoteProps extends Omit<RefusalsProps, 'names'> {
  readonly status: StatusFilter;
}

/** Says how many requests were refused with a status before they became queries of the list. */
export async function RefusedNote({ filter, span, all, status }: RefusedNoteProps) {
  const t = await getTranslations('refusals');
  const words = await getTranslations('filters.statuses');
  const count = await refusalTotal(consoleContext().db, filter, recentPart(span));
  if (count === 0) return null;
  return (
    <Text size="sm" role="status">
      {t.rich('also', {
        count,
        status: typeof status === 'number' ? status : words(status),
        link: (text) => <TextLink href={all}>{text}</TextLink>,
      })}
    </Text>
  );
}

interface RefusalTableProps extends Pick<RefusalsProps, 'names'> {
  readonly rows: readonly RefusalRow[];
  readonly sort?: Sort;
}

export async function RefusalTable({ rows, names, sort }: RefusalTableProps) {
  const t = await getTranslations('refusals');
  const queries = await getTranslations('queries');
  const format = await getFormatter();
  const { isStaff } = await viewer();
  const language = languageOf(await getLocale());
  const who: Column<RefusalRow> = {
    title: t('who'),
    width: 200,
    cell: (row) => <Who row={row} names={names} />,
  };
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  const sortable = (name: (typeof REFUSAL_COLUMNS)[number]) => (sort ? { sort: name } : {});
  return (
    <DataTable
      label={t('before')}
      minWidth={690}
      stacks
      rows={reasons.flatMap((reason) => rows.filter((row) => row.reason === reason))}
      group={{ of: ({ reason }) => reason, title: (row) => <Reason row={row} /> }}
      {...(sort ? { sort } : {})}
      keyOf={({ reason, lookup, integrationId, nombre, address }) =>
        [reason, lookup, integrationId, nombre, address].join(' ')
      }
      empty={t('none')}
      columns={[
        { title: t('answer'), width: 220, cell: (row) => <AnswerGiven row={row} /> },
        { title: queries('lookup'), nowrap: true, cell: ({ lookup }) => titleOf(lookup, language) },
        ...(isStaff ? [who] : []),
        {
          title: t('count'),
          numeric: true,
          cell: (row) => format.number(row.refusals),
          ...sortable('refusals'),
        },
        {
          title: t('last'),
          nowrap: true,
          cell: (row) => <Instant at={row.last} />,
          ...sortable('last'),
        },
      ]}
    />
  );
}

interface RowProps {
  readonly row: RefusalRow;
}

/** Names a reason, with the advice that is the same for all its rows. */
async function Reason({ row }: RowProps) {
  const t = await getTranslations('failures');
  const failure = readEnding(row.reason);
  return (
    <>
      <b>{isAnswer(failure) ? row.reason : t(failure)}</b>
      <Note size="xs">
        <AdviceGiven row={row} />
      </Note>
    </>
  );
}

/** Says who took the access away, when and why, from the audit log. */
async function AccessChange({ row }: RowProps) {
  const t = await getTranslations('refusals');
  const lost = lostAccessOf(row);
  if (lost === undefined) return null;
  const before = new Date(row.last.getTime() + MINUTE_MS);
  const change = await lastAccessChange(consoleContext().db, lost, row.integrationId, before);
  if (change === undefined) return null;
  const { actor, at, reason: why } = change;
  const { isStaff, actorOf } = await viewer();
  return (
    <Text size="xs" className="written">
      {t.rich(`changed.${isFlag(lost) ? 'flag' : lost}`, {
        actor: actorOf(actor),
        when: () => <Instant at={at} />,
      })}{' '}
      {isStaff && why !== null && t('changed.reason', { reason: visible(why) })}
    </Text>
  );
}

function lostAccessOf({ reason, lookup }: RefusalRow): LostAccess | undefined {
  if (reason === 'integration_suspended') return 'suspended';
  if (reason === 'token_expired') return 'tokens';
  return reason === 'not_enabled' && isLookup(lookup) ? lookupFacts[lookup].flag : undefined;
}

async function Who({ row, names }: RowProps & Pick<RefusalsProps, 'names'>) {
  const t = await getTranslations('refusals');
  const known = names.get(row.integrationId);
  if (known !== undefined) return <IntegrationLink nombre={known} />;
  return (
    <Stack gap={0} align="flex-start">
      {row.nombre === '' ? t('nobody') : row.nombre}
      <Note size="xs">
        {row.address !== '' && <Code>{row.address}</Code>} {row.nombre !== '' && t('unverified')}
      </Note>
    </Stack>
  );
}

function AnswerGiven({ row }: RowProps) {
  const failure = readEnding(row.reason);
  const { lookup } = row;
  if (!isLookup(lookup) || isAnswer(failure)) return null;
  const { status, text } = failureAnswers[lookupFacts[lookup].family][failure];
  return (
    <Stack gap={2}>
      <span>
        {status} <Code>{text}</Code>
      </span>
      <AccessChange row={row} />
    </Stack>
  );
}

async function AdviceGiven({ row }: RowProps) {
  const t = await getTranslations('explain');
  const failure = readEnding(row.reason);
  if (isAnswer(failure)) return null;
  const { responsible, remedy } = failures[failure];
  return `${t(`responsible.${responsible}`)} ${t(`advice.${remedy}`, keyFacts)}`;
}
