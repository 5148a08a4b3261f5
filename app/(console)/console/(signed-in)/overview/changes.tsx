import { getTranslations } from 'next-intl/server';
import { type AuditAction, isAuditAction, may, type Role } from '@/lib/access/permissions';
import type { AuditRow } from '@/lib/audit/list';
import { auditPath } from '@/lib/console/views/audit-view';
import { changesPath } from '@/lib/console/views/integration';
import { Note } from '@/ui/parts/note';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';

/** Changes that may explain why the figures changed. */
export const MARKED = [
  'integration.set',
  'billing.set_tariff',
  'billing.schedule_tariff',
  'billing.cancel_tariff',
  'release.serve',
] as const satisfies readonly AuditAction[];

/** Number of changes that are read, and of those that are listed. */
export const MOST_MARKED = 200;
const LISTED = 5;

export async function changeName(): Promise<(change: AuditRow) => string> {
  const t = await getTranslations('actions');
  return ({ action, target }) => `${target}: ${isAuditAction(action) ? t(action) : action}`;
}

interface ChangesProps {
  readonly changes: readonly AuditRow[];
  readonly role: Role;
}

/** Lists the newest changes that the chart above marks. */
export async function Changes({ changes, role }: ChangesProps) {
  const t = await getTranslations('overview');
  const nameOf = await changeName();
  if (changes.length === 0) return null;
  return (
    <>
      <ul className="bare changes" aria-label={t('marks')}>
        {changes.slice(0, LISTED).map((change) => (
          <li key={String(change.id)}>
            <Instant at={change.at} />{' '}
            <ChangeLink {...change} role={role}>
              {nameOf(change)}
            </ChangeLink>
          </li>
        ))}
      </ul>
      <Note>
        {t('marks')}.{' '}
        {may(role, 'audit.read') && <TextLink href="/console/audit">{t('allChanges')}</TextLink>}
      </Note>
    </>
  );
}

interface ChangeLinkProps extends Pick<AuditRow, 'action' | 'target'> {
  readonly role: Role;
  readonly children: string;
}

/** Leads to the audit rows of the integration, or to the releases for those who may read them. */
function ChangeLink({ action, target, role, children }: ChangeLinkProps) {
  const isRelease = action === 'release.serve';
  if (isRelease && !may(role, 'audit.read')) return children;
  const href = isRelease ? auditPath({ action }) : changesPath(target);
  return (
    <TextLink href={href} look="quiet name">
      {children}
    </TextLink>
  );
}
