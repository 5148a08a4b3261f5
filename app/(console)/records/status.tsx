import { getTranslations } from 'next-intl/server';
import { DotBadge, type DotColour } from '@/app/(console)/table/dot-badge';

interface StatusProps {
  readonly status: number | null;
}

/** What the integrator got, as a number with a colour; a word where nobody got anything. */
export async function Status({ status }: StatusProps) {
  const t = await getTranslations('queries');
  return <DotBadge colour={colourOf(status)}>{status ?? t('none')}</DotBadge>;
}

function colourOf(status: number | null): DotColour {
  if (status === null) return 'gray';
  if (status < 300) return 'green';
  return status < 500 ? 'yellow' : 'red';
}
