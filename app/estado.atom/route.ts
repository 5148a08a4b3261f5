import { feedResponse } from '@/app/(docs)/atom';
import { requestOrigin } from '@/app/(docs)/origin';
import { docsTexts } from '@/app/(docs)/texts';
import { escaped } from '@/lib/base/values/html';
import { LANGUAGE_TAGS, languageOf } from '@/lib/base/values/language';
import { sharedStatus } from '@/lib/console/views/shared-status';

export const dynamic = 'force-dynamic';

/** Serves incidents and maintenance as a feed. An update moves `updated` and keeps the id. */
export async function GET(request: Request): Promise<Response> {
  const language = languageOf(new URL(request.url).searchParams.get('lang'));
  const t = docsTexts(language);
  const origin = await requestOrigin();
  const { incidents, measuredAt } = await sharedStatus();
  const page = `${origin}/estado?lang=${language}`;
  const entries = incidents.map(({ id, title, updates, startsAt }) => ({
    id: `${page}#incidencia-${id}`,
    title,
    updated: (updates[0]?.at ?? startsAt).toISOString(),
    html: updates
      .map(({ state, text }) => `<p>${t(`status.posted.${state}`)}: ${escaped(text)}</p>`)
      .join(''),
  }));
  const newest = entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1);
  return feedResponse({
    id: page,
    title: t('front.status'),
    language: LANGUAGE_TAGS[language],
    updated: newest ?? measuredAt.toISOString(),
    self: `${origin}/estado.atom?lang=${language}`,
    maxAgeS: 30,
    entries,
  });
}
