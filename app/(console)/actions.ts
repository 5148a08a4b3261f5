'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { type ActionResult, asSelf } from '@/lib/console/action';
import { LOCALE_COOKIE, LOCALES } from '@/lib/console/locale';
import { checkPassword, setPreferences } from '@/lib/users/account';
import { proveSession } from '@/lib/users/sessions';

const ONE_YEAR_S = 365 * 86_400;

export async function provePassword(password: unknown): Promise<ActionResult<undefined>> {
  return asSelf(async ({ db, session }) => {
    await checkPassword(db, session, z.string().max(1_000).parse(password));
    await proveSession(db, session.sessionId);
    return undefined;
  });
}

/** Open to anybody: the sign-in page has the switch too. */
export async function chooseLocale(locale: unknown): Promise<void> {
  const chosen = z.enum(LOCALES).parse(locale);
  const jar = await cookies();
  jar.set(LOCALE_COOKIE, chosen, { maxAge: ONE_YEAR_S, sameSite: 'lax', path: '/' });
}

export async function choosePreferences(preferences: unknown): Promise<ActionResult<undefined>> {
  const schema = z.object({
    locale: z.enum(LOCALES).optional(),
    theme: z.enum(['auto', 'light', 'dark']).optional(),
  });
  const { locale, theme } = schema.parse(preferences);
  return asSelf(async ({ db, session }) => {
    await setPreferences(db, session, { ...(locale ? { locale } : {}), ...(theme ? { theme } : {}) });
    if (locale) await chooseLocale(locale);
    return undefined;
  });
}
