import '@/app/brand.css';
import '@/app/(docs)/docs.css';
import './front.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Logo } from '@/app/logo';
import { typeface } from '@/app/typeface';

export const metadata: Metadata = {
  title: 'Pasarela',
  description: 'API de consultas de contribuyentes para integradores.',
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="es-GT" className={typeface.variable}>
      <body>
        <header className="top">
          <a className="logo" href="/">
            <Logo />
          </a>
          <nav aria-label="Pasarela" className="pages">
            <a href="/docs">Guía</a>
            <a href="/docs/reference">Referencia</a>
            <a href="/console">Consola</a>
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}
