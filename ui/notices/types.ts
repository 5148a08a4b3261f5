import type { NoticeChange, NoticeChanged } from '@/lib/console/notices';
import type { ActionResult } from '@/lib/console/session/action';
import type { NoticeType } from '@/lib/notices/kinds';

/** What changes targets: an action, and whose targets. Null is the staff. */
export interface Configure {
  readonly configure: (given: {
    readonly owner: number | null;
    readonly input: NoticeChange;
  }) => Promise<ActionResult<NoticeChanged>>;
  readonly owner: number | null;
  /** The e-mail address that alone may be changed. */
  readonly own?: string | undefined;
}

export interface TypeName {
  readonly type: NoticeType;
  readonly name: string;
}
