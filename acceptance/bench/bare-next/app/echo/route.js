export const dynamic = 'force-dynamic';

/** The least a route handler can do with a POST of JSON: what Next itself costs. */
export async function POST(request) {
  return Response.json(await request.json());
}
