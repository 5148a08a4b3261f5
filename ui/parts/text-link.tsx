import Link from 'next/link';
import type { ComponentProps } from 'react';

interface TextLinkProps extends Omit<ComponentProps<typeof Link>, 'className' | 'prefetch'> {
  /** A class of `console.css`; a plain link looks like the text around it. */
  readonly look?: 'quiet' | 'plain' | 'quiet name';
}

/** A link in a text or a cell. It is not prefetched, because every page reads the database. */
export function TextLink({ look = 'quiet', ...link }: TextLinkProps) {
  return <Link {...link} className={look} prefetch={false} />;
}
