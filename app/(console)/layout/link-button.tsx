'use client';

import { Button, type ButtonProps, Loader, type LoaderProps } from '@mantine/core';
import Link, { useLinkStatus } from 'next/link';
import type { AriaAttributes } from 'react';

interface LinkButtonProps extends ButtonProps, AriaAttributes {
  readonly href: string;
  readonly scroll?: boolean;
  readonly onClick?: () => void;
}

export function LinkButton({ variant = 'default', children, ...props }: LinkButtonProps) {
  return (
    <Button component={Link} variant={variant} {...props}>
      {children}
      <Pending ml="xs" />
    </Button>
  );
}

/** Shows inside a link that its page is loading. */
export function Pending(props: LoaderProps) {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} color="currentColor" aria-hidden {...props} /> : null;
}
