import type { ReactNode } from 'react';

export type DotColour = 'green' | 'yellow' | 'red' | 'blue' | 'gray' | 'grape' | 'orange';

interface DotBadgeProps {
  readonly colour: DotColour;
  readonly children: ReactNode;
}

/** A state in a word or two, with a dot. Plain HTML, because lists have hundreds of them. */
export function DotBadge({ colour, children }: DotBadgeProps) {
  return (
    <span className="dot-badge" style={{ '--dot': `var(--mantine-color-${colour}-filled)` }}>
      {children}
    </span>
  );
}
