import { z } from 'zod';
import { streamQueries } from '@/lib/console/export-queries';
import { nameSchema, text } from '@/lib/console/form';
import { requirePermission } from '@/lib/console/guard';
import { Refusal } from '@/lib/refusal';

const schema = z.object({
  view: z.string().max(2_000),
  nombre: nameSchema.optional(),
  reason: text(500).optional(),
});

/** Exports the records of a view as a CSV file. Uses POST because it writes to the audit log. */
export async function POST(request: Request): Promise<Response> {
  const { permit } = await requirePermission('query.export');
  // A form of another site sends the cookie too, should the browser be old enough.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return refuse('input_invalid', 403);
  const parsed = schema.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refuse('input_invalid', 400);
  try {
    const { rows, body } = await streamQueries(permit, parsed.data);
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="consultas.csv"',
        'cache-control': 'no-store',
        'x-total-rows': String(rows),
      },
    });
  } catch (error) {
    if (error instanceof Refusal) {
      return refuse(error.code, error.code === 'too_many_exports' ? 429 : 400);
    }
    throw error;
  }
}

function refuse(error: string, status: number): Response {
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });
}
