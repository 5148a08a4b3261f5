'use client';

import { type KeyboardEvent, useId, useRef, useSyncExternalStore } from 'react';
import type { Question } from '@/lib/contract/lookups';
import {
  SAMPLE_LANGUAGES,
  type SampleLanguage,
  sampleNames,
  sampleOf,
} from '@/lib/contract/samples';
import { Code } from './code';

interface SamplesProps {
  readonly question: Question;
  /** Sends an idempotency key and repeats the query when it fails. */
  readonly repeating?: boolean;
  readonly label: string;
  readonly copy: string;
  readonly copied: string;
}

/** Shows a request in the chosen language. All groups share the choice, which the browser keeps. */
export function Samples({ question, repeating = false, label, copy, copied }: SamplesProps) {
  const chosen = useSyncExternalStore(subscribe, chosenLanguage, firstLanguage);
  const id = useId();
  const tabs = useRef(new Map<SampleLanguage, HTMLButtonElement>());
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = SAMPLE_LANGUAGES.length;
    const next = SAMPLE_LANGUAGES[(SAMPLE_LANGUAGES.indexOf(chosen) + step + count) % count];
    if (next === undefined) return;
    choose(next);
    tabs.current.get(next)?.focus();
  };
  return (
    <div className="samples">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {SAMPLE_LANGUAGES.map((language) => (
          <button
            key={language}
            ref={(tab) => void (tab && tabs.current.set(language, tab))}
            type="button"
            role="tab"
            id={`${id}-${language}`}
            aria-controls={`${id}-panel`}
            aria-selected={language === chosen}
            tabIndex={language === chosen ? 0 : -1}
            onClick={() => choose(language)}
          >
            {sampleNames[language]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        <Code
          code={sampleOf(chosen, question, { repeating })}
          copy={copy}
          copied={copied}
          label={`${sampleNames[chosen]}: ${question.path}`}
        />
      </div>
    </div>
  );
}

const STORAGE_KEY = 'pasarela-docs-language';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const firstLanguage = (): SampleLanguage => 'curl';

function chosenLanguage(): SampleLanguage {
  const stored = localStorage.getItem(STORAGE_KEY);
  return SAMPLE_LANGUAGES.find((language) => language === stored) ?? firstLanguage();
}

function choose(language: SampleLanguage): void {
  localStorage.setItem(STORAGE_KEY, language);
  for (const listener of listeners) listener();
}
