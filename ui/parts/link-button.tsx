'use client';

import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { AriaAttributes, ReactNode } from 'react';

interface LinkButtonProps extends ButtonProps, AriaAttributes {
  readonly href: string;
  readonly scroll?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function LinkButton({ variant = 'default', ...props }: LinkButtonProps) {
  return <Button component={Link} variant={variant} {...props} />;
}
