import type { Metadata } from 'next';
import { documentLanguage } from '@/app/(docs)/texts';
import FrontLayout from '@/app/(front)/layout';
import { messages } from '@/lib/console/texts/messages';

async function texts() {
  return messages[await documentLanguage()].messages.unknown;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${(await texts()).title} · Pasarela` };
}

/** Answers unknown addresses. A `notFound()` of a page would be drawn by its scripts alone. */
export default async function NotFound() {
  const t = await texts();
  return (
    <FrontLayout>
      <main>
        <h1>{t.title}</h1>
        <p>{t.what}</p>
        <p>
          <a href="/">{t.start}</a> · <a href="/docs">{t.documentation}</a> ·{' '}
          <a href="/console">{t.console}</a>
        </p>
      </main>
    </FrontLayout>
  );
}
