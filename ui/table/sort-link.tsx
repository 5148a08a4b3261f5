'use client';

import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { usePath, withoutValues } from '@/ui/parts/path';

const ICONS = { asc: IconArrowUp, desc: IconArrowDown, none: IconSelector };

interface SortLinkProps {
  readonly sort: string;
  readonly now: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** A column title that links to the same page in another order. */
export function SortLink({ sort, now, children }: SortLinkProps) {
  const pathWith = usePath();
  const Icon = ICONS[now];
  return (
    <Link
      href={pathWith({ ...withoutValues(), sort })}
      className="sort"
      data-sorted={now !== 'none' || undefined}
      scroll={false}
      prefetch={false}
    >
      {children}
      <Icon size={14} aria-hidden />
    </Link>
  );
}
