import { SimpleGrid, Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextLink } from './text-link';

interface FactsProps {
  /** Least width of a column in pixels. */
  readonly width: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Names with their values, in as many columns as fit. */
export function Facts({ width, className = '', children }: FactsProps) {
  return (
    <SimpleGrid
      component="dl"
      m={0}
      minColWidth={`min(${width}px, 100%)`}
      autoFlow="auto-fit"
      className={`facts ${className}`}
    >
      {children}
    </SimpleGrid>
  );
}

interface FactProps extends TextProps {
  readonly label: string;
  /** Explains the value, below it. */
  readonly note?: ReactNode;
  readonly wide?: boolean;
  /** Makes the value a link. */
  readonly href?: string;
  readonly children: ReactNode;
}

export function Fact({ label, note, wide = false, href, children, ...value }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} {...value}>
        {href === undefined ? (
          children
        ) : (
          <TextLink look="plain" href={href}>
            {children}
          </TextLink>
        )}
      </Text>
      {note !== undefined && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}
