import { docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { SECOND_MS } from '@/lib/base/time/time';
import { consoleContext } from '@/lib/console/context';
import { messages } from '@/lib/console/messages';
import { FAMILIES } from '@/lib/contract/families';
import { type Health, readHealth } from '@/lib/statistics/health';

export const dynamic = 'force-dynamic';
export const metadata = { title: 'Estado · Status' };

const SHARED_FOR_MS = 10 * SECOND_MS;
let shared = { health: Promise.resolve<Health | undefined>(undefined), until: 0 };

/** Reads the health once for everybody who asks within some seconds. */
function sharedHealth(): Promise<Health | undefined> {
  if (Date.now() > shared.until) {
    const health = readHealth(consoleContext().db).catch(() => undefined);
    shared = { health, until: Date.now() + SHARED_FOR_MS };
  }
  return shared.health;
}

/** The status of the service for people; programs read `/health`. */
export default async function StatusPage({ searchParams }: { readonly searchParams: Search }) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  const { sources, states } = messages[language].overview;
  const health = await sharedHealth();
  const isOurs = health === undefined || health.ours.failed > 0 || health.paused.length > 0;
  const isSources = health && FAMILIES.some((name) => BAD.includes(health.sources[name].state));
  const isQuiet = health && FAMILIES.every((name) => health.sources[name].state === 'quiet');
  const verdict = isOurs ? 'ours' : isSources ? 'sources' : isQuiet ? 'quiet' : 'fine';
  return (
    <main>
      <h1>{t('front.status')}</h1>
      <p className="lead">{t(`status.${verdict}`)}</p>
      {health !== undefined && (
        <ul className="lookups">
          {FAMILIES.map((name) => (
            <li key={name}>
              <b>{sources[name]}</b>
              <span>{states[health.sources[name].state]}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {t('status.what')} <a href="/health">/health</a>
      </p>
    </main>
  );
}

const BAD: readonly string[] = ['failing', 'down'];
