'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { LANGUAGES, type Language } from '@/lib/base/values/language';
import { withOwnAccount, withoutSession } from '@/lib/console/session/action';
import { cookieOptions, localeCookie } from '@/lib/console/session/cookies';
import { setPreferences as setPreferencesVerb } from '@/lib/users/account';

const ONE_YEAR_S = 365 * 86_400;

/** Open to anybody: the sign-in page has the switch too. */
export const chooseLocale = withoutSession(z.enum(LANGUAGES), (_ctx, locale) => keepLocale(locale));

const preferencesSchema = z.object({
  locale: z.enum(LANGUAGES).optional(),
  theme: z.enum(['auto', 'light', 'dark']).optional(),
  comfortable: z.boolean().optional(),
});

export const setPreferences = withOwnAccount(
  preferencesSchema,
  async (ctx, { locale, theme, comfortable }) => {
    const chosen = {
      ...(locale && { locale }),
      ...(theme && { theme }),
      ...(comfortable !== undefined && { comfortable }),
    };
    if (Object.keys(chosen).length > 0) await setPreferencesVerb(ctx, chosen);
    if (locale) await keepLocale(locale);
  },
);

/** Stores the language for the sign-in page of this browser. */
async function keepLocale(locale: Language): Promise<void> {
  const jar = await cookies();
  jar.set(localeCookie(), locale, { ...cookieOptions(), maxAge: ONE_YEAR_S });
}
