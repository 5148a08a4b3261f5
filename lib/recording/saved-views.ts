import { and, asc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { savedViews, users } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';

/** The owner of the views; the verbs below open their own transactions. */
interface ViewOwner {
  readonly db: Database;
  readonly session: { readonly userId: number };
}

const MOST_VIEWS = 30;

/** Lists the saved filters of the list of queries of a user. Nobody else sees them. */
export async function listSavedViews(db: Database, userId: number) {
  return db
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.name));
}

interface SaveViewInput {
  readonly name: string;
  /** The filters as a query string. */
  readonly query: string;
  /** Replaces an earlier view of that name. */
  readonly replace: boolean;
}

/** Throws {@link Rejection} `view_name_invalid`, `view_name_taken` or `too_many_views`. */
export async function saveView(
  { db, session: { userId } }: ViewOwner,
  { name, query, replace }: SaveViewInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockViews(tx, userId);
    const exists = await hasName(tx, userId, name);
    if (exists && !replace) throw new Rejection('view_name_taken', 'There is a view of that name.');
    const views = await tx.$count(savedViews, eq(savedViews.userId, userId));
    if (!exists && views >= MOST_VIEWS) {
      throw new Rejection('too_many_views', `Nobody keeps more than ${MOST_VIEWS} views.`);
    }
    await tx
      .insert(savedViews)
      .values({ userId, name, query })
      .onConflictDoUpdate({ target: [savedViews.userId, savedViews.name], set: { query } });
  });
}

export async function removeView(
  { db, session: { userId } }: ViewOwner,
  id: number,
): Promise<void> {
  await db.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)));
}

/** Serialises the changes of a user's views, so that two tabs cannot save the same name. */
async function lockViews(tx: Transaction, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

async function hasName(tx: Transaction, userId: number, name: string) {
  if (name === '') throw new Rejection('view_name_invalid', 'A view needs a name.');
  const ofName = and(eq(savedViews.userId, userId), eq(savedViews.name, name));
  return (await tx.$count(savedViews, ofName)) > 0;
}
