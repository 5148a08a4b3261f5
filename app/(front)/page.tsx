import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';

/** Inline, so that the page needs no further request. */
const styles = `
:root { color-scheme: light dark; --ink: #16202c; --muted: #5a6675; --line: #dfe4ea; --paper: #fff; --accent: #1f5fbf }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --muted: #9aa7b6; --line: #2a3542; --paper: #10161d; --accent: #7db2ff } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: clamp(2rem, 8vw, 5rem) 1.25rem }
h1 { margin: 0; font-size: clamp(1.75rem, 5vw, 2.25rem); line-height: 1.15; letter-spacing: -0.02em }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1rem }
p { margin: 0.75rem 0 0; color: var(--muted) }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 0.625rem; overflow: hidden }
li { display: grid; grid-template-columns: minmax(14rem, auto) 1fr; gap: 0.125rem 1.5rem; padding: 0.75rem 1rem }
li + li { border-top: 1px solid var(--line) }
li span { color: var(--muted) }
code { font: 0.9rem/1.7 ui-monospace, SFMono-Regular, Menlo, monospace }
.method { color: var(--accent); font-weight: 600 }
a { color: var(--accent); text-underline-offset: 0.15em }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
@media (max-width: 36rem) { li { grid-template-columns: 1fr } }
`;

export const dynamic = 'force-dynamic'; // Its scripts carry the nonce of the answer.

/** The page at the root: what this service is and where to go. */
export default function FrontPage() {
  return (
    <main>
      <style href="front-page" precedence="default">
        {styles}
      </style>
      <h1>Pasarela</h1>
      <p>
        Consultas de contribuyentes para integradores: una API sobre el registro de personas y la
        administración tributaria.
      </p>
      <h2>Consultas</h2>
      <ul>
        {LOOKUPS.map((lookup) => (
          <li key={lookup}>
            <code>
              <span className="method">POST</span> {lookupFacts[lookup].path}
            </code>
            <span>{lookupFacts[lookup].summary.es}</span>
          </li>
        ))}
      </ul>
      <h2>Acceso</h2>
      <p>
        Cada consulta lleva las credenciales de su integración y la habilita un administrador del
        servicio. <a href="/docs">Documentación</a> · <a href="/health">Estado del servicio</a>
      </p>
    </main>
  );
}
