import { Badge } from '@mantine/core';
import { getTranslations } from 'next-intl/server';

interface StatusProps {
  readonly status: number | null;
}

/** What the integrator got, as a number with a colour; a word where nobody got anything. */
export async function Status({ status }: StatusProps) {
  const t = await getTranslations('queries');
  return (
    <Badge variant="dot" color={colourOf(status)}>
      {status ?? t('none')}
    </Badge>
  );
}

function colourOf(status: number | null): string {
  if (status === null) return 'gray';
  if (status < 300) return 'green';
  return status < 500 ? 'yellow' : 'red';
}
