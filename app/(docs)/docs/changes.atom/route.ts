import { feedResponse } from '@/app/(docs)/atom';
import { requestOrigin } from '@/app/(docs)/origin';
import { docsTexts } from '@/app/(docs)/texts';
import { escaped } from '@/lib/base/values/html';
import { LANGUAGE_TAGS, languageOf } from '@/lib/base/values/language';
import { REVISIONS } from '@/lib/contract/revision';

export const dynamic = 'force-dynamic';

/** Serves the contract's revisions as a feed. */
export async function GET(request: Request): Promise<Response> {
  const language = languageOf(new URL(request.url).searchParams.get('lang'));
  const origin = await requestOrigin();
  const page = `${origin}/docs?lang=${language}`;
  const [newest] = REVISIONS;
  return feedResponse({
    id: `${page}#cambios`,
    title: docsTexts(language)('sections.cambios'),
    language: LANGUAGE_TAGS[language],
    updated: instantOf(newest?.label ?? ''),
    self: `${origin}/docs/changes.atom?lang=${language}`,
    maxAgeS: 300,
    entries: REVISIONS.map(({ label, changes }) => {
      const items = changes[language].map((change) => `<li>${htmlOf(change)}</li>`);
      return {
        id: `${page}#cambios-${label}`,
        title: label,
        updated: instantOf(label),
        html: `<ul>${items.join('')}</ul>`,
      };
    }),
  });
}

/** Midnight in Guatemala, when a revision takes effect. */
function instantOf(day: string): string {
  return `${day}T00:00:00-06:00`;
}

function htmlOf(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
