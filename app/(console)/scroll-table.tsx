import { Table, TableScrollContainer } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollTableProps {
  /** What the table is, for who cannot see it. */
  readonly label: string;
  /** Narrower than this it scrolls inside its own frame, by keyboard too. */
  readonly minWidth: number;
  readonly children: ReactNode;
}

export function ScrollTable({ label, minWidth, children }: ScrollTableProps) {
  return (
    <TableScrollContainer
      type="native"
      minWidth={minWidth}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table verticalSpacing="xs" highlightOnHover>
        {children}
      </Table>
    </TableScrollContainer>
  );
}
