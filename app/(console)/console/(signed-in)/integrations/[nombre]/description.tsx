import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import {
  DETAIL_NAMES,
  DETAILS,
  type Detail,
  type Description as Known,
  LONG_DETAILS,
  SHORT_DETAILS,
} from '@/lib/integrations/description';
import { displayQuetzales, formatQuetzales } from '@/lib/money';
import { recordOf } from '@/lib/record';
import { DescriptionForm } from './description-form';

interface DescriptionProps {
  readonly nombre: string;
  readonly version: number;
  readonly editable: boolean;
  readonly known: Known;
}

/** Shows or edits contact, notes and low-balance threshold. */
export async function Description({ nombre, version, editable, known }: DescriptionProps) {
  const t = await getTranslations('description');
  const { lowBalance } = known;
  const stored = {
    ...recordOf(DETAIL_NAMES, (name) => known[name] ?? ''),
    lowBalance: lowBalance === null ? '' : formatQuetzales(lowBalance),
  };
  const factsOf = (names: readonly Detail[]) =>
    names.map((name) => (
      <Fact key={name} label={t(`fields.${name}`)} value={known[name]} type={DETAILS[name].type} />
    ));
  return (
    <Section title={t('title')} what={t(editable ? 'what' : 'whatRead')}>
      {editable ? (
        <DescriptionForm nombre={nombre} version={version} stored={stored} />
      ) : (
        <dl className="facts">
          {factsOf(SHORT_DETAILS)}
          <Fact
            label={t('fields.lowBalance')}
            value={lowBalance === null ? null : displayQuetzales(lowBalance)}
            type="text"
          />
          {factsOf(LONG_DETAILS)}
        </dl>
      )}
    </Section>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: string | null;
  readonly type: (typeof DETAILS)[Detail]['type'];
}

const PROTOCOLS = { email: 'mailto', tel: 'tel', text: undefined, lines: undefined };

function Fact({ label, value, type }: FactProps) {
  const protocol = PROTOCOLS[type];
  return (
    <div data-wide={type === 'lines' || undefined}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="sm" className="written">
        {value !== null && protocol !== undefined ? (
          <a href={`${protocol}:${value}`} className="quiet">
            {value}
          </a>
        ) : (
          (value ?? '—')
        )}
      </Text>
    </div>
  );
}
