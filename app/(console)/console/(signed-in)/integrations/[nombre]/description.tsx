import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import type { Description as Known } from '@/lib/integrations/description';
import { displayQuetzales, formatQuetzales } from '@/lib/money';
import { DescriptionForm } from './description-form';

interface DescriptionProps {
  readonly nombre: string;
  readonly version: number;
  readonly editable: boolean;
  readonly known: Known;
}

/** Who to call, what the team should know, and when the balance counts as low. */
export async function Description({ nombre, version, editable, known }: DescriptionProps) {
  const t = await getTranslations('description');
  const { lowBalance, contactName, contactEmail, contactPhone, notes } = known;
  const stored = {
    contactName: contactName ?? '',
    contactEmail: contactEmail ?? '',
    contactPhone: contactPhone ?? '',
    notes: notes ?? '',
    lowBalance: lowBalance === null ? '' : formatQuetzales(lowBalance),
  };
  return (
    <Section title={t('title')} what={t(editable ? 'what' : 'whatRead')}>
      {editable ? (
        <DescriptionForm nombre={nombre} version={version} stored={stored} />
      ) : (
        <dl className="facts">
          <Fact label={t('contactName')} value={contactName} />
          <Fact label={t('contactEmail')} value={contactEmail} href={`mailto:${contactEmail}`} />
          <Fact label={t('contactPhone')} value={contactPhone} href={`tel:${contactPhone}`} />
          <Fact
            label={t('lowBalance')}
            value={lowBalance === null ? null : displayQuetzales(lowBalance)}
          />
          <Fact label={t('notes')} value={notes} wide />
        </dl>
      )}
    </Section>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: string | null;
  readonly href?: string;
  readonly wide?: boolean;
}

function Fact({ label, value, href, wide = false }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="sm" className="written">
        {value !== null && href !== undefined ? (
          <a href={href} className="quiet">
            {value}
          </a>
        ) : (
          (value ?? '—')
        )}
      </Text>
    </div>
  );
}
