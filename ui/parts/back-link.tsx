'use client';

import { TextLink } from './text-link';

interface BackLinkProps {
  readonly href: string;
  readonly children: string;
}

/** A link to the page before. Goes back in the browser's history, which keeps the place on it. */
export function BackLink({ href, children }: BackLinkProps) {
  return (
    <TextLink
      href={href}
      onClick={(event) => {
        if (previousAddress() !== new URL(href, window.location.href).href) return;
        event.preventDefault();
        window.history.back();
      }}
    >
      {children}
    </TextLink>
  );
}

/** Not known to older browsers, which then follow the link. */
function previousAddress(): string | null | undefined {
  const history = 'navigation' in window ? window.navigation : undefined;
  return history?.entries()[(history.currentEntry?.index ?? 0) - 1]?.url;
}
