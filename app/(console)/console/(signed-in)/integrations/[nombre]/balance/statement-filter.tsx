import { Button, Checkbox, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { LEDGER_KINDS } from '@/lib/billing/statement';
import {
  STATEMENT_PRESETS,
  type StatementView,
  writeStatement,
} from '@/lib/console/statement-view';

interface StatementFilterProps {
  readonly path: string;
  readonly view: StatementView;
}

/** Links for the usual periods, and a plain form whose fields are the query of the address. */
export async function StatementFilter({ path, view }: StatementFilterProps) {
  const t = await getTranslations('statement');
  const { preset, kinds, firstDay, lastDay } = view;
  const custom = preset === 'custom';
  return (
    <search>
      <Stack gap="sm">
        <Presets path={path} view={view} />
        <form action={path} key={writeStatement(view)}>
          {!custom && <input type="hidden" name="period" value={preset} />}
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              name="from"
              label={t('from')}
              defaultValue={custom ? firstDay : ''}
            />
            <TextInput type="date" name="to" label={t('to')} defaultValue={custom ? lastDay : ''} />
            <Fieldset legend={t('kind')} variant="unstyled" p={0} className="kinds">
              <Group gap="sm" mih={36}>
                {LEDGER_KINDS.map((kind) => (
                  <Checkbox
                    key={kind}
                    name="kind"
                    value={kind}
                    label={t(`kinds.${kind}`)}
                    defaultChecked={kinds.includes(kind)}
                  />
                ))}
              </Group>
            </Fieldset>
            <Button type="submit" variant="default">
              {t('filter')}
            </Button>
            {(custom || kinds.length > 0) && (
              <LinkButton href={path} variant="subtle">
                {t('clear')}
              </LinkButton>
            )}
          </Group>
        </form>
      </Stack>
    </search>
  );
}

async function Presets({ path, view }: StatementFilterProps) {
  const t = await getTranslations('statement');
  return (
    <nav aria-label={t('period')} className="pills">
      {STATEMENT_PRESETS.map((one) => (
        <Link
          key={one}
          href={`${path}${writeStatement({ ...view, preset: one })}`}
          prefetch={false}
          scroll={false}
          {...(one === view.preset ? { 'aria-current': 'true' as const } : {})}
        >
          {t(`presets.${one}`)}
        </Link>
      ))}
    </nav>
  );
}
