import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { MaskedIdentifiers } from '@/lib/recording/mask';

interface MaskedIdentifierProps {
  readonly identifiers: MaskedIdentifiers;
  /** How many identifiers of a batch to show; the others are counted. */
  readonly most?: number;
}

/** Shows masked identifiers, such as `NIT ●●●638`. */
export async function MaskedIdentifier({ identifiers, most = 2 }: MaskedIdentifierProps) {
  const t = await getTranslations('queries');
  if (typeof identifiers === 'string') {
    return (
      <Text span size="sm" c="dimmed" fs="italic">
        {t(identifiers)}
      </Text>
    );
  }
  const first = identifiers.slice(0, most);
  const shown = first.map(({ kind, masked }) => `${kind.toUpperCase()} ${masked}`).join(', ');
  const rest = identifiers.length - most;
  if (rest <= 0) return <span className="nowrap">{shown}</span>;
  return (
    <>
      <span className="nowrap">{shown}</span>{' '}
      <span className="nowrap">{t('more', { count: rest })}</span>
    </>
  );
}
