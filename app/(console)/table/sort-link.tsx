'use client';

import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { PAGING, useAddress } from '@/app/(console)/layout/address';
import { Pending } from '@/app/(console)/layout/link-button';

const ICONS = { asc: IconArrowUp, desc: IconArrowDown, none: IconSelector };

interface SortLinkProps {
  /** The `sort` that the link leads to. */
  readonly sort: string;
  readonly now: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** The title of a column that orders the table: a link to the same page in that order. */
export function SortLink({ sort, now, children }: SortLinkProps) {
  const address = useAddress();
  const start = Object.fromEntries(PAGING.map((name) => [name, undefined]));
  const Icon = ICONS[now];
  return (
    <Link
      href={address({ ...start, sort })}
      className="sort"
      data-sorted={now !== 'none' || undefined}
      scroll={false}
      prefetch={false}
    >
      {children}
      <Icon size={14} aria-hidden />
      <Pending />
    </Link>
  );
}
