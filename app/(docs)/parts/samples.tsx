'use client';

import { useState } from 'react';
import { PROOF_SAMPLES, WEBHOOK_SAMPLES } from '@/lib/contract/check-samples';
import type { Caller } from '@/lib/contract/curl';
import type { Question } from '@/lib/contract/lookups';
import {
  SAMPLE_LANGUAGES,
  type SampleLanguage,
  sampleNames,
  sampleOf,
  variablesOf,
} from '@/lib/contract/samples';
import { Code, type CodeProps } from './code';
import { createShared } from './shared';
import { Tabs } from './tabs';

type SampleTexts = Omit<CodeProps, 'code'>;

interface SamplesProps extends SampleTexts {
  readonly question: Question;
  /** Label of the choice between a plain sample and one that repeats its query; absent: plain. */
  readonly repeat?: string;
  readonly repeating?: boolean;
}

/** Shows a request in the chosen language. All groups share the choice, which the browser keeps. */
export function Samples({ question, label, repeat, repeating = false, ...copy }: SamplesProps) {
  const language = chosen.use();
  const [repeats, setRepeats] = useState(repeating);
  return (
    <div className="samples">
      <Tabs
        label={label}
        names={SAMPLE_LANGUAGES.map((name) => [name, sampleNames[name]])}
        chosen={language}
        onChoose={choose}
      >
        <Code
          code={sampleOf(language, question, { repeating: repeats })}
          label={`${label}: ${sampleNames[language]}, ${question.path}`}
          {...copy}
        />
      </Tabs>
      {repeat !== undefined && (
        <label className="choice">
          <input
            type="checkbox"
            checked={repeats}
            onChange={({ currentTarget }) => setRepeats(currentTarget.checked)}
          />
          {repeat}
        </label>
      )}
    </div>
  );
}

/** Languages whose shells set variables in different ways. */
const SHELLS = [
  ['curl', 'Bash'],
  ['powershell', sampleNames.powershell],
] as const satisfies readonly (readonly [SampleLanguage, string])[];

/** Shows how to set the variables that the samples read. */
export function Variables({ caller, label, ...copy }: SampleTexts & { readonly caller: Caller }) {
  const language = chosen.use();
  const shell = language === 'powershell' ? language : 'curl';
  return (
    <div className="samples">
      <Tabs label={label} names={SHELLS} chosen={shell} onChoose={choose}>
        <Code code={variablesOf(shell, caller)} label={label} {...copy} />
      </Tabs>
    </div>
  );
}

const CHECKS = { proof: PROOF_SAMPLES, webhook: WEBHOOK_SAMPLES } as const;

/** Shows programs that verify a proof or a webhook. */
export function CheckSamples({ of, label, ...copy }: SampleTexts & { of: keyof typeof CHECKS }) {
  const programs: Readonly<Record<string, string>> = CHECKS[of];
  const languages = Object.keys(programs);
  const [language = '', setLanguage] = useState(languages[0]);
  return (
    <div className="samples">
      <Tabs
        label={label}
        names={languages.map((name) => [name, name])}
        chosen={language}
        onChoose={setLanguage}
      >
        <Code code={programs[language] ?? ''} label={`${label}: ${language}`} {...copy} />
      </Tabs>
    </div>
  );
}

const STORAGE_KEY = 'pasarela-docs-language';

const chosen = createShared<SampleLanguage>('curl', () => {
  const stored = localStorage.getItem(STORAGE_KEY);
  return SAMPLE_LANGUAGES.find((language) => language === stored) ?? 'curl';
});

function choose(language: SampleLanguage): void {
  localStorage.setItem(STORAGE_KEY, language);
  chosen.write(language);
}
