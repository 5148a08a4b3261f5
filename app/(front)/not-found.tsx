export default function NotFound() {
  return (
    <main>
      <h1>Esta página no existe</h1>
      <p>
        Revise la dirección, o vaya al <a href="/">inicio</a>, a la{' '}
        <a href="/docs">documentación</a> o a la <a href="/console">consola</a>.
      </p>
    </main>
  );
}
