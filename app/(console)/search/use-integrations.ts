'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type FoundIntegration, searchIntegrations } from '@/app/(console)/actions/search';

const PAUSE_MS = 150;

interface Answer {
  readonly query: string;
  /** Undefined when the request failed. */
  readonly found: readonly FoundIntegration[] | undefined;
}

const NOTHING: Answer = { query: '', found: [] };

async function ask(query: string): Promise<Answer> {
  const result = await searchIntegrations(query).catch(() => undefined);
  return { query, found: result?.ok ? result.data : undefined };
}

interface Lookup {
  readonly found: readonly FoundIntegration[];
  readonly state: 'asking' | 'failed' | 'done';
}

/** Searches integrations while somebody types, and drops outdated answers. */
export function useIntegrations(query: string): Lookup {
  const [wanted] = useDebouncedValue(query, PAUSE_MS);
  const [answer, setAnswer] = useState(NOTHING);
  useEffect(() => {
    let current = true;
    const answered = wanted === '' ? Promise.resolve(NOTHING) : ask(wanted);
    void answered.then((came) => current && setAnswer(came));
    return () => {
      current = false;
    };
  }, [wanted]);
  const asking = answer.query !== query;
  // Narrows the last answer until the next one arrives.
  const found = (answer.found ?? []).filter(({ nombre }) => nombre.includes(query.toLowerCase()));
  if (query === '') return { found: [], state: 'done' };
  return { found, state: asking ? 'asking' : answer.found ? 'done' : 'failed' };
}
