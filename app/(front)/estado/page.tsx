import './estado.css';
import { type DocsTexts, docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { dayOf, localMinute } from '@/lib/base/time/guatemala';
import { visible } from '@/lib/base/values/text';
import { sharedStatus } from '@/lib/console/views/shared-status';
import { lookupFacts } from '@/lib/contract/lookups';
import type { Incident } from '@/lib/incidents/list';
import type { LookupStatus } from '@/lib/watch/public-status';
import { headlineOf } from './statuspage';

export const dynamic = 'force-dynamic';
export const metadata = { title: 'Estado · Status' };

/** The front process answers with the last page that it has when there is no other. */
const MARK_STALE = `
const { at } = document.getElementById('measured').dataset;
document.getElementById('stale').hidden = Date.now() - at < 120_000;`;

/** Tells anybody whether each lookup works, now and on each of ninety days. Works without scripts. */
export default async function StatusPage({ searchParams }: { readonly searchParams: Search }) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  const status = await sharedStatus();
  const { measuredAt, lookups, incidents } = status;
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const past = incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  return (
    <main>
      <h1>{t('front.status')}</h1>
      <p className={`headline ${status.headline}`}>{headlineOf(status, language)}</p>
      <p id="measured" data-at={measuredAt.getTime()}>
        {t('status.measured', { at: timeOf(measuredAt) })}
      </p>
      <p id="stale" className="headline quiet" role="alert" hidden>
        {t('status.stale')}
      </p>
      {/** biome-ignore lint/security/noDangerouslySetInnerHtml: a text of this file */}
      <script dangerouslySetInnerHTML={{ __html: MARK_STALE }} />
      {open.length > 0 && <Posted title={t('status.open')} incidents={open} t={t} />}
      <h2>{t('sections.consultas')}</h2>
      <ul className="status">
        {lookups.map((one) => (
          <li key={one.lookup}>
            <div className="line">
              <div>
                <b>{lookupFacts[one.lookup].title[language]}</b>
                <code>{lookupFacts[one.lookup].path}</code>
              </div>
              <span className={`state ${one.state}`}>{t(`status.states.${one.state}`)}</span>
            </div>
            {one.since && <p>{t('status.since', { at: timeOf(one.since) })}</p>}
            {one.calmSince && <p>{t('status.calmSince', { at: timeOf(one.calmSince) })}</p>}
            <Days {...one} t={t} />
          </li>
        ))}
      </ul>
      <p>{t('status.what')}</p>
      <h2>{t('status.past')}</h2>
      {past.length === 0 ? <p>{t('status.none')}</p> : <Posted incidents={past} t={t} />}
      <p className="feeds">
        <a href="/estado.json">JSON</a> · <a href={`/estado.atom?lang=${language}`}>Atom</a> ·{' '}
        <a href="/estado/api/v2/summary.json">Statuspage v2</a> · <a href="/health">/health</a>
      </p>
    </main>
  );
}

interface DaysProps extends Pick<LookupStatus, 'days' | 'outages'> {
  readonly t: DocsTexts;
}

function Days({ days: measured, outages, t }: DaysProps) {
  const days = measured.map((one) => {
    const own = outages.filter(({ from, to }) => {
      return dayOf(from) <= one.day && (to === null || one.day <= dayOf(to));
    });
    const isBrief = own.length > 0 && one.troubleHours === 0;
    const words = t(`status.day.${isBrief ? 'brief' : one.state}`, { hours: one.troubleHours });
    return { ...one, isBrief, outages: own, words, state: isBrief ? 'some' : one.state };
  });
  const bad = days.filter(({ state }) => state === 'some' || state === 'bad');
  const isKnown = days.some(({ state }) => state !== 'no_data');
  const summary = isKnown ? t('status.badDays', { count: bad.length }) : t('status.noData');
  return (
    <>
      <div className="days" role="img" aria-label={`${t('status.days')}: ${summary}`}>
        {days.map(({ day, state, words }) => (
          <span key={day} className={state} title={`${day}: ${words}`} />
        ))}
      </div>
      <div className="ends" aria-hidden>
        <span>{t('status.first')}</span>
        <span>{t('status.last')}</span>
      </div>
      {bad.length === 0 ? (
        <p className="sum">{summary}</p>
      ) : (
        <details>
          <summary>{summary}</summary>
          <ul>
            {bad.toReversed().map(({ day, isBrief, words, outages: own }) => (
              <li key={day}>
                {isBrief ? day : `${day}: ${words}`}
                {own.map(({ from, to }) => (
                  <div key={from.getTime()}>
                    {to === null
                      ? t('status.outageNow', { from: timeOn(day, from) })
                      : t('status.outage', { from: timeOn(day, from), to: timeOn(day, to) })}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Writes an instant in Guatemala's time, without the day that it is listed under. */
function timeOn(day: string, at: Date): string {
  return localMinute(at).replace(`${day}T`, '').replace('T', ' ');
}

interface PostedProps {
  readonly title?: string;
  readonly incidents: readonly Incident[];
  readonly t: DocsTexts;
}

function Posted({ title, incidents, t }: PostedProps) {
  return (
    <section>
      {title !== undefined && <h2>{title}</h2>}
      {incidents.map(
        ({ id, kind, title: name, lookups, updates, startsAt, endsAt, ...incident }) => (
          <article key={id} id={`incidencia-${id}`}>
            <h3>{visible(name)}</h3>
            <p>
              {t(`status.kinds.${kind}`)} · {t(`status.posted.${incident.state}`)} ·{' '}
              {lookups.map((lookup) => lookupFacts[lookup].path).join(', ')}
            </p>
            {endsAt && <p>{t('status.planned', { from: timeOf(startsAt), to: timeOf(endsAt) })}</p>}
            <ol>
              {updates.map((update) => (
                <li key={update.id}>
                  <b>{t(`status.posted.${update.state}`)}</b> <time>{timeOf(update.at)}</time>
                  <p>{visible(update.text)}</p>
                </li>
              ))}
            </ol>
          </article>
        ),
      )}
    </section>
  );
}

/** Writes an instant in Guatemala's time, with its offset. */
function timeOf(at: Date): string {
  return `${localMinute(at).replace('T', ' ')} (UTC−06:00)`;
}
