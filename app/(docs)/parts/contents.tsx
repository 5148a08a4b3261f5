'use client';

import { useEffect, useState } from 'react';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly entries?: readonly Entry[];
}

/** The table of contents, with the current section marked. */
export function Contents(props: { readonly entries: readonly Entry[]; readonly label: string }) {
  const { entries, label } = props;
  const ids = entries.flatMap(({ id, entries: inner = [] }) => [id, ...inner.map((one) => one.id)]);
  const current = useCurrent(ids);
  const link = ({ id, title }: Entry) => (
    <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
      {title}
    </a>
  );
  return (
    <nav aria-label={label}>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            {link(entry)}
            {entry.entries && (
              <ol>
                {entry.entries.map((inner) => (
                  <li key={inner.id}>{link(inner)}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Returns the last section that begins above the top of the window. */
function useCurrent(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const joined = ids.join(' ');
  useEffect(() => {
    const find = () => {
      const passed = joined.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < UNDER_THE_TOP_PX;
      });
      setCurrent(passed.at(-1));
    };
    find();
    document.addEventListener('scroll', find, { passive: true });
    return () => document.removeEventListener('scroll', find);
  }, [joined]);
  return current;
}

const UNDER_THE_TOP_PX = 120;
