import { localMinute } from '@/lib/base/time/guatemala';
import { fill, type Language } from '@/lib/base/values/language';
import { visible } from '@/lib/base/values/visible';
import { isNoticeType, KINDS } from './kinds';

/** A notice in the words of a language. */
export interface Written {
  readonly subject: string;
  readonly sentences: readonly string[];
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const ZONE = { es: 'hora de Guatemala', en: 'Guatemala time' } as const;

/** Writes a notice. Leaves out each sentence that names a field which the data lack. */
export function write(type: string, data: unknown, language: Language): Written {
  if (!isNoticeType(type)) return { subject: type, sentences: [] };
  const values = Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => [name, valueText(value, language)]),
  );
  const [subject, ...sentences] = KINDS[type][language];
  return {
    subject,
    sentences: sentences.map((text) => fill(text, values)).filter((text) => !/\{\w+\}/.test(text)),
  };
}

function valueText(value: unknown, language: Language): string {
  if (Array.isArray(value)) return value.map((one) => oneLine(String(one))).join(', ');
  const text = oneLine(String(value));
  if (!INSTANT.test(text)) return text;
  return `${localMinute(new Date(text)).replace('T', ' ')} (${ZONE[language]})`;
}

/** No line breaks or hidden characters, so that a value cannot pretend to be something else. */
export function oneLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' '));
}
