import type { Language } from '@/lib/base/values/language';
import en from './service.en.json';
import es from './service.es.json';

/**
 * Texts of notices, e-mail, exported files and the front process, which browsers do not receive. They
 * are not in `messages/`, whose texts the build of next-intl compiles to another form.
 */
export const serviceTexts: Readonly<Record<Language, typeof es>> = { es, en };
