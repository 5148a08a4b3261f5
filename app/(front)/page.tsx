import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';

export const dynamic = 'force-dynamic'; // Its scripts carry the nonce of the answer.

/** The page at the root: what this service is and where to go. */
export default function FrontPage() {
  return (
    <main>
      <h1>Consultas de contribuyentes</h1>
      <p className="lead">
        Una API para integradores sobre el registro de personas y la administración tributaria de
        Guatemala.
      </p>
      <h2>Consultas</h2>
      <ul className="lookups">
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
