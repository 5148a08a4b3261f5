import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { Rejection } from '@/lib/access/rejection';
import { languageOf } from '@/lib/base/values/language';
import { streamQueries } from '@/lib/console/downloads/export-queries';
import { requirePermission } from '@/lib/console/session/guard';
import { isSameOrigin } from '@/lib/console/session/same-origin';
import { nameSchema, text } from '@/lib/console/texts/form';
import { PURPOSES } from '@/lib/recording/reason';
import { isStale } from '@/lib/users/sessions';

const schema = z.strictObject({
  view: z.string().max(2_000),
  nombre: nameSchema.optional(),
  identifiers: z.boolean(),
  reason: z.strictObject({ purpose: z.enum(PURPOSES), note: text(500) }),
});

/** Exports the records of a view as a CSV file. Uses POST because it writes to the audit log. */
export async function POST(request: Request): Promise<Response> {
  const { session, permit } = await requirePermission('query.export');
  // A form of another site cannot send this type.
  const isOwnForm = request.headers.get('content-type') === 'application/json';
  if (!isOwnForm) return refuse('input_invalid', 415);
  if (!isSameOrigin(request.headers)) return refuse('input_invalid', 403);
  const parsed = schema.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refuse('input_invalid', 400);
  const exporter = parsed.data.identifiers
    ? { ...(await requirePermission('query.export_identifiers')), identifiers: true as const }
    : { session, permit, identifiers: false as const };
  if (isStale(session)) return refuse('reauthentication_required', 403);
  const language = languageOf(await getLocale());
  try {
    const { rows, body } = await streamQueries(exporter, { ...parsed.data, language });
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="consultas.csv"',
        'cache-control': 'no-store',
        'x-total-rows': String(rows),
      },
    });
  } catch (error) {
    if (error instanceof Rejection) {
      return refuse(error.code, error.code === 'too_many_exports' ? 429 : 400);
    }
    throw error;
  }
}

function refuse(error: string, status: number): Response {
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });
}
