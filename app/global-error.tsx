'use client';

import { PlainMessage } from './plain-message';

/** Shown when a layout fails, so without messages. The number identifies the error in the log. */
export default function GlobalError({ error }: { readonly error: Error & { digest?: string } }) {
  return (
    <PlainMessage language="es-GT">
      <title>Algo falló de nuestro lado · Pasarela</title>
      <h1>Algo falló de nuestro lado</h1>
      <p>Lo que estaba guardado sigue guardado. Intente de nuevo en unos minutos.</p>
      <p lang="en">
        Something failed on our side. Your saved data is safe. Try again in a few minutes.
      </p>
      {error.digest !== undefined && <p>Número del error: {error.digest}</p>}
      <p>
        <a href="/estado">
          Estado del servicio y a quién escribir · <span lang="en">Service status and help</span>
        </a>
      </p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          Intentar de nuevo · <span lang="en">Try again</span>
        </button>
      </p>
    </PlainMessage>
  );
}
