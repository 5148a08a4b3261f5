'use client';

import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  MantineProvider,
  Notification,
} from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { ProofProvider } from '@/app/(console)/form/proof';

/** Mantine's dimmed texts are too pale for WCAG AA. */
const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});

interface ProvidersProps {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly children: ReactNode;
}

export function Providers({ theme: colorScheme, children }: ProvidersProps) {
  const t = useTranslations('app');
  const close = t('close');
  const theme = useMemo(
    () =>
      createTheme({
        primaryColor: 'indigo',
        primaryShade: 7,
        defaultRadius: 'md',
        fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
        fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
        cursorType: 'pointer',
        autoContrast: true,
        respectReducedMotion: true,
        components: {
          Badge: Badge.extend({
            defaultProps: { tt: 'none' },
            classNames: { root: 'badge', label: 'badge-label' },
          }),
          // The placeholder is not a menu item, which ARIA does not allow.
          Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
          // Not by `extend`, because dialogs are loaded when the first one opens.
          Modal: {
            defaultProps: { closeButtonProps: { 'aria-label': close } },
            styles: { title: { fontWeight: 600 } },
          },
          Notification: Notification.extend({
            defaultProps: { closeButtonProps: { 'aria-label': close } },
          }),
        },
      }),
    [close],
  );
  return (
    <MantineProvider theme={theme} defaultColorScheme={colorScheme} cssVariablesResolver={readable}>
      <Notifications position="top-right" />
      <ProofProvider>{children}</ProofProvider>
    </MantineProvider>
  );
}
