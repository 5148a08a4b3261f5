import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/time';
import { TextLink } from '@/app/(console)/layout/text-link';
import type { AuditRow } from '@/lib/audit/list';
import { changesPath } from '@/lib/console/integration';
import { isAuditAction, type Permission } from '@/lib/permissions';

/** Changes that may explain a step in the figures. */
export const MARKED = [
  'integration.set',
  'billing.set_tariff',
  'billing.schedule_tariff',
  'billing.cancel_tariff',
] as const satisfies readonly Permission[];

/** Number of changes that are read, and of those that are listed. */
export const MOST_MARKED = 200;
const LISTED = 5;

export async function changeName(): Promise<(change: AuditRow) => string> {
  const t = await getTranslations('actions');
  return ({ action, target }) => `${target}: ${isAuditAction(action) ? t(action) : action}`;
}

/** Lists the newest changes that the chart above marks. */
export async function Changes({ changes }: { readonly changes: readonly AuditRow[] }) {
  const t = await getTranslations('overview');
  const nameOf = await changeName();
  if (changes.length === 0) return null;
  return (
    <ul className="changes" aria-label={t('marks')}>
      {changes.slice(0, LISTED).map((change) => (
        <li key={String(change.id)}>
          <Instant at={change.at} />{' '}
          <TextLink href={changesPath(change.target)} look="quiet name">
            {nameOf(change)}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
