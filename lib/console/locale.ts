export const LOCALES = ['es', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = 'pasarela-locale';

/** Spanish unless English was chosen. */
export function localeOf(text: string | undefined): Locale {
  return text === 'en' ? 'en' : 'es';
}
