import { csvCell } from '@/lib/base/values/csv';
import type { Language } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';
import type { Answer, CauseWord } from '@/lib/contract/ending';
import { failureTexts } from '@/lib/contract/failure-texts';
import { FAILURES } from '@/lib/contract/failures';
import { serviceTexts } from '@/texts/service';

/** Returns the words of exported files in a language, as cells of CSV. */
export function exportTexts(language: Language) {
  const texts = serviceTexts[language].exports;
  const answers: Readonly<Record<Answer, string>> = texts.answers;
  /** Causes that are words; the others are codes, or have a number behind their word. */
  const causes: Readonly<Record<CauseWord, string>> = texts.causes;
  return {
    ...texts,
    states: cells(texts.states),
    endings: cells({
      ...answers,
      ...recordOf(FAILURES, (name) => failureTexts[name].label[language]),
    }),
    causes: cells(causes),
  };
}

function cells(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return recordOf(Object.keys(texts), (name) => csvCell(texts[name]));
}

export type ExportTexts = ReturnType<typeof exportTexts>;
