'use client';

import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

export type Theme = 'auto' | 'light' | 'dark';

/** The browser remembers a theme of its own; the one of the account wins over it. */
export function useStoredTheme(theme: Theme): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the account's choice changes, so that a switch shows at once
  useEffect(() => {
    if (colorScheme !== theme) setColorScheme(theme);
  }, [theme]);
}
