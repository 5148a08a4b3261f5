'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type FoundIntegration, searchIntegrations } from '@/app/(console)/actions/search';

const PAUSE_MS = 150;

interface Answer {
  readonly query: string;
  /** Undefined when it could not be asked. */
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

/** Asks for integrations by name while it is written; an answer that comes too late is dropped. */
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
  // Until the next answer comes, what the last one found is narrowed here.
  const found = (answer.found ?? []).filter(({ nombre }) => nombre.includes(query.toLowerCase()));
  if (query === '') return { found: [], state: 'done' };
  return { found, state: asking ? 'asking' : answer.found ? 'done' : 'failed' };
}
