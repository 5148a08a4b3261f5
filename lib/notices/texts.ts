import { sourceTitle } from '@/lib/base/env/source-settings';
import { localMinute } from '@/lib/base/time/guatemala';
import { fill, type Language } from '@/lib/base/values/language';
import { visible } from '@/lib/base/values/text';
import { failureAnswers } from '@/lib/contract/failures';
import { titleAndPath } from '@/lib/contract/lookups';
import { serviceTexts } from '@/texts/service';
import { isNoticeType } from './kinds';

/** A notice in the words of a language. */
export interface Written {
  readonly subject: string;
  readonly sentences: readonly string[];
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Statuses that texts name, as the contract has them. */
export const STATUSES: Readonly<Record<string, string>> = {
  suspended_catalogs: String(failureAnswers.catalogos.integration_suspended.status),
  suspended_registries: String(failureAnswers.renap.integration_suspended.status),
  disabled: String(failureAnswers.catalogos.not_enabled.status),
  unpaid: String(failureAnswers.catalogos.no_balance.status),
};
/** Fields whose values are codes, which `values` of the messages has in words. */
const CODED = ['period', 'reason', 'limits', 'state'];
/** Fields that name something by its code, and how people call it. */
const titles: Readonly<Record<string, (code: string, language: Language) => string>> = {
  lookup: titleAndPath,
  source: sourceTitle,
};

/** Returns the subject of a type of notice. */
export function subjectOf(type: string, language: Language): string {
  return write(type, {}, language).subject;
}

/** Writes a notice. Leaves out each sentence that names a field which the data lack. */
export function write(type: string, data: unknown, language: Language): Written {
  if (!isNoticeType(type)) return { subject: type, sentences: [] };
  const values = Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => {
      const words: Readonly<Record<string, string>> = CODED.includes(name)
        ? serviceTexts[language].values
        : {};
      const texts = [value]
        .flat()
        .map((one) => words[String(one)] ?? valueText(one, language))
        .map((text) => titles[name]?.(text, language) ?? text);
      return [name, texts.join(', ')];
    }),
  );
  const [subject = type, ...sentences] = serviceTexts[language].notices[type];
  return {
    subject,
    sentences: sentences
      .map((text) => fill(text, { ...STATUSES, ...values }))
      .filter((text) => !/\{\w+\}/.test(text)),
  };
}

function valueText(value: unknown, language: Language): string {
  const text = oneLine(String(value));
  if (!INSTANT.test(text)) return text;
  return `${localMinute(new Date(text)).replace('T', ' ')} (${serviceTexts[language].zone})`;
}

/** No line breaks or hidden characters, so that a value cannot pretend to be something else. */
export function oneLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' '));
}
