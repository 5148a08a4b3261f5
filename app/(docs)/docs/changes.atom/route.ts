import { requestOrigin } from '@/app/(docs)/origin';
import { docsTexts } from '@/app/(docs)/texts';
import { LANGUAGE_TAGS, type Language, languageOf } from '@/lib/base/values/language';
import { REVISIONS, type Revision } from '@/lib/contract/revision';

export const dynamic = 'force-dynamic';

/** Serves the contract's revisions as an Atom feed (RFC 4287). Public, for any feed reader. */
export async function GET(request: Request): Promise<Response> {
  const language = languageOf(new URL(request.url).searchParams.get('lang'));
  const origin = await requestOrigin();
  const t = docsTexts(language);
  const page = `${origin}/docs?lang=${language}`;
  const [newest] = REVISIONS;
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGE_TAGS[language]}">
  <id>${escaped(`${page}#cambios`)}</id>
  <title>${escaped(`Pasarela · ${t('sections.cambios')}`)}</title>
  <author><name>Pasarela</name></author>
  <updated>${instantOf(newest?.label ?? '')}</updated>
  <link href="${escaped(`${page}#cambios`)}"/>
  <link rel="self" href="${escaped(`${origin}/docs/changes.atom?lang=${language}`)}"/>
${REVISIONS.map((revision) => entryOf(revision, page, language)).join('\n')}
</feed>
`;
  return new Response(feed, {
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
  });
}

function entryOf({ label, changes }: Revision, page: string, language: Language): string {
  const link = escaped(`${page}#cambios-${label}`);
  const items = changes[language].map((change) => `<li>${htmlOf(change)}</li>`);
  return `  <entry>
    <id>${link}</id>
    <title>${label}</title>
    <updated>${instantOf(label)}</updated>
    <link href="${link}"/>
    <content type="html">${escaped(`<ul>${items.join('')}</ul>`)}</content>
  </entry>`;
}

/** Midnight in Guatemala, when a revision takes effect. */
function instantOf(day: string): string {
  return `${day}T00:00:00-06:00`;
}

function htmlOf(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
