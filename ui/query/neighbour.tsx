'use client';

import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { LinkButton } from '@/ui/parts/link-button';

interface NeighbourProps {
  /** Address of the query; undefined at the end of the list. */
  readonly href: string | undefined;
  readonly shortcut: 'j' | 'k';
  readonly label: string;
}

/** A link to the query before or after this one in its list, also by a key. */
export function Neighbour({ href, shortcut, label }: NeighbourProps) {
  const router = useRouter();
  useHotkeys([[shortcut, () => href !== undefined && router.push(href)]]);
  const key = <Kbd size="xs">{shortcut.toUpperCase()}</Kbd>;
  const look = { size: 'compact-md', rightSection: key, 'aria-keyshortcuts': shortcut };
  if (href !== undefined) {
    return (
      <LinkButton href={href} {...look}>
        {label}
      </LinkButton>
    );
  }
  return (
    <Button variant="default" disabled {...look}>
      {label}
    </Button>
  );
}
