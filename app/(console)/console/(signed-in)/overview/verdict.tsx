import { IconAlertTriangle, IconCircleCheck, IconMoonStars } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { type FigureFormat, figureFormat } from '@/app/(console)/format/figures';
import { FAMILIES } from '@/lib/contract/families';
import { type Health, type Trouble, troublesOf } from '@/lib/statistics/health';
import { DAY_MS } from '@/lib/time';

/** One sentence on how it is now; more only when more than one thing is wrong. */
export async function Verdict({ health }: { readonly health: Health }) {
  const t = await getTranslations('overview');
  const troubles = troublesOf(health);
  if (troubles.length === 0) {
    const quiet = FAMILIES.every((source) => health.sources[source].state === 'quiet');
    const Icon = quiet ? IconMoonStars : IconCircleCheck;
    return (
      <p className="verdict" data-tone={quiet ? 'quiet' : 'good'} role="status">
        <Icon size={20} aria-hidden />
        {t(quiet ? 'quiet' : 'fine')}
      </p>
    );
  }
  return (
    <div role="status">
      {troubles.map((trouble) => (
        <Sentence key={subjectOf(trouble)} trouble={trouble} />
      ))}
    </div>
  );
}

function subjectOf(trouble: Trouble): string {
  if (trouble.kind === 'ours') return 'ours';
  return trouble.kind === 'paused' ? trouble.lookup : trouble.source;
}

async function Sentence({ trouble }: { readonly trouble: Trouble }) {
  const t = await getTranslations('overview');
  const lookups = await getTranslations('lookups');
  const { share, count, instant } = await figureFormat();
  const tone = trouble.kind === 'failing' ? 'warning' : 'bad';
  if (trouble.kind === 'paused') {
    const { lookup, failed } = trouble;
    return (
      <p className="verdict" data-tone={tone}>
        <IconAlertTriangle size={20} aria-hidden />
        {t('trouble.paused', { lookup: lookups(lookup), failed })}
      </p>
    );
  }
  const { since: at, failed } = trouble;
  const since = at === undefined ? '' : t(`since.${sinceKey(at)}`, { at: sinceText(at, instant) });
  return (
    <p className="verdict" data-tone={tone}>
      <IconAlertTriangle size={20} aria-hidden />
      {trouble.kind === 'ours'
        ? t('trouble.ours', { failed, since })
        : t(`trouble.${trouble.kind}`, {
            source: t(`sources.${trouble.source}`),
            failure: trouble.failure ?? 'other',
            share: share(failed / trouble.queries),
            failed: count(failed),
            since,
          })}
    </p>
  );
}

/** What began within a day is told by its time alone. */
function sinceKey(at: Date): 'time' | 'date' {
  return Date.now() - at.getTime() < DAY_MS ? 'time' : 'date';
}

function sinceText(at: Date, instant: FigureFormat['instant']): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (sinceKey(at) === 'time') return instant(at, time);
  return instant(at, { day: 'numeric', month: 'short', ...time });
}
