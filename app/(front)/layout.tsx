import type { Metadata } from 'next';
import type { ReactNode } from 'react';

export const metadata: Metadata = {
  title: 'Pasarela',
  description: 'API de consultas de contribuyentes para integradores.',
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="es-GT">
      <body>{children}</body>
    </html>
  );
}
