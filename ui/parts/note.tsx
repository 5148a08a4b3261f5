import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A remark in small, dimmed text. */
export function Note(props: TextProps & { readonly children: ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />;
}
