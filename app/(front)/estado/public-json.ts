/** Answers JSON that programs on other origins can read. */
export function publicJson(value: unknown): Response {
  return Response.json(value, {
    headers: { 'cache-control': 'public, max-age=30', 'access-control-allow-origin': '*' },
  });
}
