'use client';

import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Pending } from './pending';

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
