import { escaped } from '@/lib/base/values/html';

/** Feeds after RFC 4287, public for any feed reader. */

export interface FeedEntry {
  /** Permanent address. */
  readonly id: string;
  readonly title: string;
  /** In the format of RFC 3339. */
  readonly updated: string;
  readonly html: string;
}

interface Feed {
  readonly id: string;
  readonly title: string;
  /** Language tag. */
  readonly language: string;
  readonly updated: string;
  readonly self: string;
  readonly maxAgeS: number;
  readonly entries: readonly FeedEntry[];
}

export function feedResponse({ id, title, language, updated, self, ...feed }: Feed): Response {
  const text = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
  <id>${escaped(id)}</id>
  <title>${escaped(`Pasarela · ${title}`)}</title>
  <author><name>Pasarela</name></author>
  <updated>${updated}</updated>
  <link href="${escaped(id)}"/>
  <link rel="self" href="${escaped(self)}"/>
${feed.entries.map(entryText).join('\n')}
</feed>
`;
  return new Response(text, {
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': `public, max-age=${feed.maxAgeS}`,
      'access-control-allow-origin': '*',
    },
  });
}

function entryText({ id, title, updated, html }: FeedEntry): string {
  return `  <entry>
    <id>${escaped(id)}</id>
    <title>${escaped(title)}</title>
    <updated>${updated}</updated>
    <link href="${escaped(id)}"/>
    <content type="html">${escaped(html)}</content>
  </entry>`;
}
