import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@/app/brand.css';
import '@/ui/shell/console.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { typeface } from '@/app/typeface';
import { settings } from '@/lib/base/env/settings';
import { currentSession } from '@/lib/console/session/guard';
import { Providers } from '@/ui/shell/providers';

/** Every page depends on the session, so none is built ahead. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('app');
  return { title: { default: t('title'), template: `%s · ${t('title')}` }, robots: 'noindex' };
}

export default async function ConsoleRoot({ children }: { readonly children: ReactNode }) {
  const locale = await getLocale();
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const session = await currentSession();
  const { theme = 'auto', comfortable = false } = session ?? {};
  const account = session && { email: session.email, hasPassword: session.hasPassword };
  return (
    <html
      lang={locale}
      className={typeface.variable}
      data-comfortable={comfortable || undefined}
      {...mantineHtmlProps}
    >
      <head>
        <ColorSchemeScript
          defaultColorScheme={theme}
          suppressHydrationWarning
          {...(nonce ? { nonce } : {})}
        />
      </head>
      <body>
        <div className="deployment-band" data-deployment={settings().deployment} aria-hidden />
        <NextIntlClientProvider>
          <Providers
            theme={theme}
            account={account}
            identityProvider={settings().oidc !== undefined}
          >
            {children}
          </Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
