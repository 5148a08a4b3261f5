/** The languages of the console and of the published contract; the first is the default. */
export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language. */
export type Localized = Readonly<Record<Language, string>>;

/** Returns Spanish unless the text names English. */
export function languageOf(text: string | null | undefined): Language {
  return text === 'en' ? 'en' : 'es';
}

/** Language tags for `lang` attributes and for formatting. */
export const LANGUAGE_TAGS = { es: 'es-GT', en: 'en' } as const;

/** Replaces each `{name}` in a text by its value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

const NUMBER_WORDS: Readonly<Record<Language, readonly string[]>> = {
  es: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
};

/** Writes a small number as a word. */
export function numberWord(count: number, language: Language): string {
  return NUMBER_WORDS[language][count] ?? String(count);
}
