'use client';

import { Loader, type LoaderProps } from '@mantine/core';
import { useLinkStatus } from 'next/link';

/** Inside a link: turns while the page that was asked for is on its way. */
export function Pending(props: LoaderProps) {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} color="currentColor" aria-hidden {...props} /> : null;
}
