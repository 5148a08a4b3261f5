import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '@/db/client';
import { noticeDeliveries, notices, noticeTargets } from '@/db/schema/index';
import { SECOND_MS } from '@/lib/base/time/time';
import { kindOf, type NoticeData, type NoticeType } from './kinds';

/** Time for which e-mail of a type that can wait is held back. */
const MAIL_WAIT_MS = 60 * SECOND_MS;

/** Something to notify of. `null` as integration means the staff. */
export interface NewNotice {
  readonly type: NoticeType;
  readonly integrationId: number | null;
  /** Now, by the database's clock, unless given. */
  readonly occurredAt?: Date;
  readonly data: object;
  /** Names the event, such as `audit:1234`; one event makes one notice. */
  readonly source: string;
}

/** Makes a notice whose data fit its type. */
export function noticeOf<T extends NoticeType>(
  type: T,
  data: NoticeData<T>,
  rest: Omit<NewNotice, 'type' | 'data'>,
): NewNotice {
  return { type, data, ...rest };
}

/**
 * Stores notices and a delivery for each target that receives them. Skips those whose event was notified
 * already. Returns how many were new, by type.
 */
export async function addNotices(
  tx: Transaction,
  added: readonly NewNotice[],
): Promise<Readonly<Partial<Record<NoticeType, number>>>> {
  const counts: Partial<Record<NoticeType, number>> = {};
  for (const { data, ...notice } of added) {
    const { data: schema, canWait = false } = kindOf(notice.type);
    const waitMs = canWait ? MAIL_WAIT_MS : 0;
    const inserted = await tx.execute(sql`
      WITH notice AS (
        INSERT INTO ${notices} (id, type, integration_id, occurred_at, data, source)
        VALUES (${uuidv7()}, ${notice.type}, ${notice.integrationId},
          coalesce(${notice.occurredAt?.toISOString() ?? null}::timestamptz, clock_timestamp()),
          ${JSON.stringify(schema.parse(data))}::jsonb, ${notice.source})
        ON CONFLICT (source) DO NOTHING RETURNING id, type, integration_id
      ), delivered AS (
        INSERT INTO ${noticeDeliveries} (notice_id, target_id, next_at)
        SELECT n.id, t.id, clock_timestamp() + CASE t.channel
            WHEN 'email' THEN make_interval(secs => ${waitMs / SECOND_MS}::float8)
            ELSE '0' END
        FROM notice n JOIN ${noticeTargets} t
          ON t.integration_id IS NOT DISTINCT FROM n.integration_id
        WHERE t.state IN ('active', 'failing') AND (t.types IS NULL OR n.type = ANY (t.types))
      )
      SELECT id FROM notice`);
    if (inserted.length > 0) counts[notice.type] = (counts[notice.type] ?? 0) + 1;
  }
  return counts;
}
