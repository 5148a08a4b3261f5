import { getTranslations } from 'next-intl/server';
import { displayQuetzales, formatQuetzales } from '@/lib/base/values/money';
import { recordOf } from '@/lib/base/values/record';
import { visible } from '@/lib/base/values/text';
import {
  DETAIL_NAMES,
  DETAILS,
  type Detail,
  type Description as Known,
  LONG_DETAILS,
  SHORT_DETAILS,
} from '@/lib/integrations/description';
import { Fact, Facts } from '@/ui/parts/facts';
import { Section } from '@/ui/parts/section';
import { DescriptionForm } from './description-form';

interface DescriptionProps {
  readonly nombre: string;
  readonly version: number;
  readonly editable: boolean;
  readonly known: Known;
}

export async function Description({ nombre, version, editable, known }: DescriptionProps) {
  const t = await getTranslations('description');
  const { low_balance: lowBalance } = known;
  const stored = {
    ...recordOf(DETAIL_NAMES, (name) => known[name] ?? ''),
    low_balance: lowBalance === null ? '' : formatQuetzales(lowBalance),
  };
  const factsOf = (names: readonly Detail[]) =>
    names.map((name) => (
      <DetailFact
        key={name}
        label={t(`fields.${name}`)}
        value={known[name]}
        type={DETAILS[name].type}
      />
    ));
  return (
    <Section title={t('title')} what={t(editable ? 'what' : 'whatRead')}>
      {editable ? (
        <DescriptionForm nombre={nombre} version={version} stored={stored} />
      ) : (
        <Facts width={240}>
          {factsOf(SHORT_DETAILS)}
          <Fact label={t('fields.low_balance')} size="sm">
            {lowBalance === null ? '—' : displayQuetzales(lowBalance)}
          </Fact>
          {factsOf(LONG_DETAILS)}
        </Facts>
      )}
    </Section>
  );
}

const PROTOCOLS = { email: 'mailto', tel: 'tel', text: undefined, lines: undefined };

interface DetailFactProps {
  readonly label: string;
  readonly value: string | null;
  readonly type: (typeof DETAILS)[Detail]['type'];
}

function DetailFact({ label, value, type }: DetailFactProps) {
  const protocol = PROTOCOLS[type];
  return (
    <Fact label={label} size="sm" className="written" wide={type === 'lines'}>
      {value !== null && protocol !== undefined ? (
        <a href={`${protocol}:${value}`} className="quiet">
          {visible(value)}
        </a>
      ) : (
        visible(value ?? '—')
      )}
    </Fact>
  );
}
