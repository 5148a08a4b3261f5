import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { isAnswer, readEnding } from '@/lib/contract/ending';
import { isLookup, lookupFacts } from '@/lib/contract/lookups';
import type { QueryRecord } from '@/lib/recording/find';
import type { MaskedIdentifiers } from '@/lib/recording/mask';
import { Note } from '@/ui/parts/note';
import { DotBadge, type DotColour } from '@/ui/table/dot-badge';

/** Strikes out the cost of a refunded query. */
export async function RefundedCharge({ amount }: { readonly amount: string }) {
  const t = await getTranslations('refund');
  return (
    <>
      <s>{amount}</s>
      <Note size="xs">{t('short')}</Note>
    </>
  );
}

interface EndingProps {
  readonly record: Pick<QueryRecord, 'ending' | 'lookup' | 'responsible' | 'status'>;
}

/** Names how a query ended. The registries' answers are not read, so nothing is said of them. */
export async function Ending({ record }: EndingProps) {
  const t = await getTranslations('queries');
  const failures = await getTranslations('failures');
  const { lookup, responsible, status } = record;
  const ending = readEnding(record.ending);
  const nameOf = () => {
    // The source has no record, or whether it has one could not be read.
    if (ending === 'source_not_found' && responsible === 'ours') return t('unread');
    if (!isAnswer(ending)) return failures(ending);
    const isRead = isLookup(lookup) && lookupFacts[lookup].family === 'catalogos';
    if (!isRead || ending === 'passed_on') return t('registry', { status: String(status) });
    return ending === 'found' ? t('found') : t(`endings.${ending}`);
  };
  const name = nameOf();
  return <span title={name}>{name}</span>;
}

export async function Status({ status }: { readonly status: number | null }) {
  const t = await getTranslations('queries');
  return <DotBadge colour={colourOf(status)}>{status ?? t('none')}</DotBadge>;
}

function colourOf(status: number | null): DotColour {
  if (status === null || status < 300 || status === 404) return 'plain';
  return status < 500 ? 'yellow' : 'red';
}

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
