'use client';

import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
  Notification,
} from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';

import { type Account, RemedyProvider } from '@/ui/form/remedies';
import { WaitingLinks } from './waiting-links';

const SHADES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Returns ten shades that `brand.css` declares. */
function shadesOf(name: 'brand' | 'dark'): MantineColorsTuple {
  return SHADES.map((shade) => `var(--${name}-${shade})`) as unknown as MantineColorsTuple;
}

/** Mantine's dimmed texts and the marks of its selects are too pale for WCAG AA. */
const readable: CSSVariablesResolver = () => ({
  variables: { '--combobox-chevron-color': 'var(--mantine-color-dimmed)' },
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
  readonly account: Account | undefined;
  readonly identityProvider: boolean;
  readonly children: ReactNode;
}

export function Providers({ theme: colorScheme, children, ...visitor }: ProvidersProps) {
  const t = useTranslations('app');
  const close = t('close');
  const theme = useMemo(
    () =>
      createTheme({
        colors: { brand: shadesOf('brand'), dark: shadesOf('dark') },
        primaryColor: 'brand',
        primaryShade: 7,
        black: 'var(--ink)',
        defaultRadius: 'md',
        fontFamily: 'var(--font)',
        fontFamilyMonospace: 'var(--mono)',
        // The ring of `brand.css` is the only one.
        focusClassName: 'focus',
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
            styles: { title: { fontWeight: 600, lineHeight: 1.35 } },
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
      <WaitingLinks />
      <RemedyProvider {...visitor}>{children}</RemedyProvider>
    </MantineProvider>
  );
}
