import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/context';
import { type Identifier as Asked, masked, tailOf, valuesOf } from '@/lib/recording/mask';

/** What a record still says of what was asked: `removed` by retention, `locked` without its key. */
export type AskedFor = readonly Asked[] | 'removed' | 'locked';

/** Opens the box of a record, for this page alone. */
export function askedFor(sealed: Buffer | null): AskedFor {
  if (sealed === null) return 'removed';
  const identifiers = consoleContext().vault.open(sealed);
  return identifiers === undefined ? 'locked' : valuesOf(identifiers);
}

interface MaskedIdentifierProps {
  readonly asked: AskedFor;
  /** How many of a batch to show; the others are counted. */
  readonly most?: number;
}

/** `NIT ●●●638`, with the end of each value only. */
export async function MaskedIdentifier({ asked, most = 2 }: MaskedIdentifierProps) {
  const t = await getTranslations('queries');
  if (typeof asked === 'string') {
    return (
      <Text span size="sm" c="dimmed" fs="italic">
        {t(asked)}
      </Text>
    );
  }
  const shown = asked.slice(0, most).map(maskedWithKind).join(', ');
  const rest = asked.length - most;
  if (rest <= 0) return <span className="nowrap">{shown}</span>;
  return (
    <>
      <span className="nowrap">{shown}</span>{' '}
      <span className="nowrap">{t('more', { count: rest })}</span>
    </>
  );
}

function maskedWithKind({ kind, value }: Asked): string {
  return `${kind.toUpperCase()} ${masked(tailOf(value))}`;
}
