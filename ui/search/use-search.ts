'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { SearchAnswer } from '@/lib/console/views/search';
import { searchConsole } from '@/ui/actions/search';

const PAUSE_MS = 150;

interface Answered {
  readonly query: string;
  /** Undefined when the request failed. */
  readonly answer: SearchAnswer | undefined;
}

const NOTHING: SearchAnswer = {
  integrations: [],
  more: 0,
  users: [],
  ids: [],
  isUnknownId: false,
};

async function ask(query: string): Promise<Answered> {
  const result = await searchConsole(query).catch(() => undefined);
  return { query, answer: result?.ok ? result.data : undefined };
}

interface Search {
  readonly answer: SearchAnswer;
  readonly state: 'asking' | 'failed' | 'done';
}

/** Asks the server while somebody types, and drops outdated answers. */
export function useSearch(query: string): Search {
  const [wanted] = useDebouncedValue(query, PAUSE_MS);
  const [answered, setAnswered] = useState<Answered>({ query: '', answer: NOTHING });
  useEffect(() => {
    let current = true;
    const answering = wanted === '' ? Promise.resolve({ query: '', answer: NOTHING }) : ask(wanted);
    void answering.then((result) => current && setAnswered(result));
    return () => {
      current = false;
    };
  }, [wanted]);
  if (query === '') return { answer: NOTHING, state: 'done' };
  const { answer } = answered;
  if (answered.query === query)
    return { answer: answer ?? NOTHING, state: answer ? 'done' : 'failed' };
  // Narrows the last answer until the next one arrives.
  const integrations = (answer?.integrations ?? []).filter(({ nombre }) =>
    nombre.includes(query.toLowerCase().replaceAll(' ', '-')),
  );
  return { answer: { ...NOTHING, integrations }, state: 'asking' };
}
