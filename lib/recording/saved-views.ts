import { and, asc, count, eq, ne } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { savedViews, users } from '@/db/schema/index';
import { Refusal } from '@/lib/refusal';

/** Filters of the list of queries under a name of somebody's own; nobody else sees them. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  /** As an address has it. */
  readonly query: string;
}

const MOST = 30;

/** By name. */
export async function listSavedViews(db: Database, userId: number): Promise<SavedView[]> {
  return db
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.name));
}

/**
 * Keeps a view, in the place of the one of that name when `replace` says so. Throws {@link Refusal}
 * `view_name_invalid`, `view_name_taken`, `too_many_views`.
 */
export async function saveView(
  tx: Transaction,
  userId: number,
  { name, query, replace }: Omit<SavedView, 'id'> & { readonly replace: boolean },
): Promise<void> {
  await lockViews(tx, userId);
  const taken = await hasName(tx, userId, name);
  if (taken && !replace) throw new Refusal('view_name_taken', 'There is a view of that name.');
  const [kept] = await tx
    .select({ views: count() })
    .from(savedViews)
    .where(eq(savedViews.userId, userId));
  if (!taken && (kept?.views ?? 0) >= MOST) {
    throw new Refusal('too_many_views', `Nobody keeps more than ${MOST} views.`);
  }
  await tx
    .insert(savedViews)
    .values({ userId, name, query })
    .onConflictDoUpdate({ target: [savedViews.userId, savedViews.name], set: { query } });
}

/** Throws {@link Refusal} `view_name_invalid`, `view_name_taken`, `view_not_found`. */
export async function renameView(
  tx: Transaction,
  userId: number,
  { id, name }: Omit<SavedView, 'query'>,
): Promise<void> {
  await lockViews(tx, userId);
  if (await hasName(tx, userId, name, id)) {
    throw new Refusal('view_name_taken', 'There is a view of that name.');
  }
  const renamed = await tx
    .update(savedViews)
    .set({ name })
    .where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
    .returning({ id: savedViews.id });
  if (renamed.length === 0) throw new Refusal('view_not_found', 'That view is not there any more.');
}

/** What is gone already is no problem. */
export async function removeView(tx: Transaction, userId: number, id: number): Promise<void> {
  await tx.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)));
}

/** One change of somebody's views at a time, so that two tabs never meet at a name. */
async function lockViews(tx: Transaction, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

async function hasName(tx: Transaction, userId: number, name: string, otherThan = 0) {
  if (name === '') throw new Refusal('view_name_invalid', 'A view needs a name.');
  const [found] = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(eq(savedViews.userId, userId), eq(savedViews.name, name), ne(savedViews.id, otherThan)),
    );
  return found !== undefined;
}
