import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/link-button';
import { AUDIT_ACTIONS } from '@/lib/audit/actions';

interface AuditFilterProps {
  readonly actor: string;
  readonly target: string;
  readonly action: string;
  readonly filtered: boolean;
}

/** A plain form: its fields are the query of the URL. */
export async function AuditFilter({ actor, target, action, filtered }: AuditFilterProps) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  return (
    <search>
      <form action="/console/audit">
        <Group align="flex-end" gap="sm">
          <TextInput name="actor" label={t('who')} defaultValue={actor} maxLength={320} w={220} />
          <TextInput
            name="target"
            label={t('target')}
            defaultValue={target}
            maxLength={320}
            w={220}
          />
          <NativeSelect
            name="action"
            label={t('what')}
            defaultValue={action}
            data={[
              { value: '', label: t('anyAction') },
              ...AUDIT_ACTIONS.map((one) => ({ value: one, label: actions(one) })),
            ]}
          />
          <Button type="submit" variant="default">
            {t('filter')}
          </Button>
          {filtered && (
            <LinkButton href="/console/audit" variant="subtle">
              {t('clear')}
            </LinkButton>
          )}
        </Group>
      </form>
    </search>
  );
}
