import type { ReactNode } from 'react';

/** Inline, so that the page needs nothing else that could fail. */
const styles = `
:root { color-scheme: light dark }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: clamp(2rem, 10vw, 6rem) 1.25rem }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }
button { padding: .5rem 1rem; border: 0; border-radius: .375rem; background: #1f5bb8; color: #fff; font: inherit; cursor: pointer }
`;

export function PlainMessage(props: { readonly language: string; readonly children: ReactNode }) {
  return (
    <html lang={props.language}>
      <body>
        <style>{styles}</style>
        <main>{props.children}</main>
      </body>
    </html>
  );
}
