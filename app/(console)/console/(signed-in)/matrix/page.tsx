import './matrix.css';
import { Group, Stack, Text } from '@mantine/core';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { may } from '@/lib/access/permissions';
import { languageOf } from '@/lib/base/values/language';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import { type PageProps, pageSchema, searchSchema } from '@/lib/console/texts/form';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { countByState, type IntegrationRow, listByUse } from '@/lib/statistics/integrations';
import { NO_USAGE, queriesByLookup, type UsageByLookup } from '@/lib/statistics/usage';
import { SearchField } from '@/ui/filter/search-field';
import { FlagSwitch } from '@/ui/form/flag-switch';
import { Later } from '@/ui/parts/later';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';
import { DotBadge } from '@/ui/table/dot-badge';
import { FlagIcon, IntegrationLink, Nothing } from '@/ui/table/integration';
import { NumberedPages } from '@/ui/table/pages';
import { rowsOf } from '@/ui/table/paging';
import { ResultCount } from '@/ui/table/result-count';
import { ArrowKeys } from './arrow-keys';

const BY_NAME = { column: 'nombre', direction: 'asc' } as const;

const querySchema = z.object({ q: searchSchema, page: pageSchema });

export const generateMetadata = titled('matrix.title');

export default async function MatrixPage({ searchParams }: PageProps) {
  const { role } = await requireUser();
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('matrix');
  const editable = may(role, 'integration.set');
  return (
    <Stack>
      <PageTitle what={t(editable ? 'what' : 'whatRead')}>{t('title')}</PageTitle>
      <SearchField query={query.q} label={t('search')} />
      <Later>
        <Found {...query} editable={editable} />
      </Later>
    </Stack>
  );
}

interface FoundProps extends z.infer<typeof querySchema> {
  readonly editable: boolean;
}

async function Found({ q, page, editable }: FoundProps) {
  const { db } = consoleContext();
  const [rows, counts] = await Promise.all([
    listByUse(db, { part: q }, { sort: BY_NAME, ...rowsOf(page) }),
    countByState(db, q),
  ]);
  const ids = rows.map(({ id }) => id);
  const usage = await queriesByLookup(db, ids);
  const filtered = q !== '' || page > 1;
  return (
    <>
      <ResultCount count={counts.all} />
      {rows.length > 0 ? (
        <FlagMatrix rows={rows} usage={usage} editable={editable} />
      ) : (
        <Nothing all={filtered ? '/console/matrix' : undefined} mayCreate={editable} />
      )}
      <NumberedPages page={page} rows={counts.all} />
    </>
  );
}

interface FlagMatrixProps {
  readonly rows: readonly IntegrationRow[];
  readonly usage: ReadonlyMap<number, UsageByLookup>;
  readonly editable: boolean;
}

async function FlagMatrix({ rows, usage, editable }: FlagMatrixProps) {
  const t = await getTranslations('matrix');
  const language = languageOf(await getLocale());
  return (
    <ArrowKeys label={t('title')}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{t('integration')}</th>
            {LOOKUPS.map((lookup) => (
              <th scope="col" key={lookup} title={lookup}>
                {lookupFacts[lookup].title[language]}
                <code className="matrix-path">{lookupFacts[lookup].path}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MatrixRow
              key={row.id}
              row={row}
              usage={usage.get(row.id) ?? NO_USAGE}
              editable={editable}
            />
          ))}
        </tbody>
      </table>
    </ArrowKeys>
  );
}

interface MatrixRowProps {
  readonly row: IntegrationRow;
  readonly usage: UsageByLookup;
  readonly editable: boolean;
}

async function MatrixRow({ row, usage, editable }: MatrixRowProps) {
  const t = await getTranslations('integrations');
  const flags = await getTranslations('flags');
  const names = await getTranslations('lookupsAndPaths');
  const { nombre, version } = row;
  return (
    <tr>
      <th scope="row">
        <Group gap="2px 8px">
          <IntegrationLink nombre={nombre} />
          {row.suspendedAt !== null && <DotBadge colour="red">{t('suspended')}</DotBadge>}
        </Group>
      </th>
      {LOOKUPS.map((lookup) => {
        const { flag } = lookupFacts[lookup];
        const queries = usage[lookup];
        return (
          <td key={lookup}>
            {editable ? (
              <FlagSwitch
                nombre={nombre}
                version={version}
                flag={flag}
                label={names(lookup)}
                description={flags('queries', { count: queries })}
                on={row[flag]}
                queriesLastWeek={queries}
                compact
              />
            ) : (
              <FlagState on={row[flag]} queries={queries} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Shows the state of a switch to users who may not change it. */
async function FlagState({ on, queries }: { readonly on: boolean; readonly queries: number }) {
  const t = await getTranslations('flags');
  const words = await getTranslations('integration');
  const format = await getFormatter();
  const label = words(on ? 'switchedOn' : 'switchedOff');
  return (
    <Group gap={8} wrap="nowrap" title={t('queries', { count: queries })}>
      <FlagIcon on={on} role="img" aria-label={label} />
      <Text component="span" size="xs" c="dimmed" className="numeric">
        {queries === 0 ? '' : format.number(queries)}
      </Text>
    </Group>
  );
}
