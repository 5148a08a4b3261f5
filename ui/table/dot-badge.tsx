import type { ReactNode } from 'react';

/** `plain` for states that need no attention. */
export type DotColour = 'plain' | 'yellow' | 'red' | 'blue' | 'orange';

interface DotBadgeProps {
  readonly colour: DotColour;
  readonly children: ReactNode;
}

/** A state in a word or two, with a dot if it stands out. Plain HTML, because lists are long. */
export function DotBadge({ colour, children }: DotBadgeProps) {
  if (colour === 'plain') return <span className="nowrap">{children}</span>;
  return (
    <span className="dot-badge" style={{ '--dot': `var(--mantine-color-${colour}-filled)` }}>
      {children}
    </span>
  );
}
