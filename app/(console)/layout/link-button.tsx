'use client';

import { Button, type ButtonProps, Loader, type LoaderProps } from '@mantine/core';
import Link, { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';

interface LinkButtonProps extends ButtonProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ variant = 'default', children, ...props }: LinkButtonProps) {
  return (
    <Button component={Link} variant={variant} {...props}>
      {children}
      <Pending ml="xs" />
    </Button>
  );
}

/** Inside a link: turns while the page that was asked for is on its way. */
export function Pending(props: LoaderProps) {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} color="currentColor" aria-hidden {...props} /> : null;
}
