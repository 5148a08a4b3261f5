'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { type ActionResult, asAnybody, asSelf } from '@/lib/console/action';
import { LOCALE_COOKIE } from '@/lib/console/locale';
import { LANGUAGES, type Language } from '@/lib/language';
import { checkPassword, setPreferences } from '@/lib/users/account';
import { proveSession } from '@/lib/users/sessions';

const ONE_YEAR_S = 365 * 86_400;

export async function provePassword(input: unknown): Promise<ActionResult<void>> {
  return asSelf(z.string().max(1_000), input, async (password, { db, session }) => {
    await checkPassword(db, session, password);
    await proveSession(db, session.sessionId);
  });
}

/** Open to anybody: the sign-in page has the switch too. */
export async function chooseLocale(input: unknown): Promise<ActionResult<void>> {
  return asAnybody(z.enum(LANGUAGES), input, keepLocale);
}

const preferencesSchema = z.object({
  locale: z.enum(LANGUAGES).optional(),
  theme: z.enum(['auto', 'light', 'dark']).optional(),
});

export async function choosePreferences(input: unknown): Promise<ActionResult<void>> {
  return asSelf(preferencesSchema, input, async ({ locale, theme }, { db, session }) => {
    const chosen = { ...(locale ? { locale } : {}), ...(theme ? { theme } : {}) };
    if (Object.keys(chosen).length > 0) await setPreferences(db, session, chosen);
    if (locale) await keepLocale(locale);
  });
}

/** The sign-in page of this browser speaks the language chosen last. */
async function keepLocale(locale: Language): Promise<void> {
  const jar = await cookies();
  jar.set(LOCALE_COOKIE, locale, { maxAge: ONE_YEAR_S, sameSite: 'lax', path: '/' });
}
