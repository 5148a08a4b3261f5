import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** What the link at the title is for. */
  readonly anchor: string;
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A part of the page that can be linked to. */
export function Section({ id, title, anchor, level = 2, children }: SectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>
        {title}
        <a className="anchor" href={`#${id}`} aria-label={`${anchor}: ${title}`}>
          #
        </a>
      </Heading>
      {children}
    </section>
  );
}
