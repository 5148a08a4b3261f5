import { headers } from 'next/headers';
import { forbidden } from 'next/navigation';
import type { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import type { Permission } from '@/lib/access/permissions';
import { Rejection, type RejectionCode } from '@/lib/access/rejection';
import type { Change } from '@/lib/audit/write';
import type { IntegrationView } from '@/lib/integrations/find';
import type { Configurer, Owner } from '@/lib/notices/targets';
import type { OwnAccount } from '@/lib/users/account';
import { type ActiveSession, isStale } from '@/lib/users/sessions';
import { consoleContext } from './context';
import {
  currentSession,
  requirePermission,
  requirePlace,
  requireSession,
  requireTargets,
  requireUser,
} from './guard';
import { callerAddress } from './request';
import { isSameOrigin } from './same-origin';

/** Makes server actions, which check the session, read the input and run a verb. */

/** Result of an action. Errors are values, with a text in the messages for each code. */
export type ActionResult<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ActionError };

/** Code of a failed action. `unreachable`: no answer came, so the change may have been made. */
export type ActionError = RejectionCode | 'input_invalid' | 'unreachable';

type Action<S extends z.ZodType, T> = (input: z.input<S>) => Promise<ActionResult<T>>;

/** Permissions that need no recent password; all others ask for it again. */
const WITHOUT_REAUTHENTICATION: ReadonlySet<Permission> = new Set([
  'integration.set',
  'integration.describe',
  'billing.request_refund',
  'query.search_identifier',
]);

interface PermittedChange<A extends Permission> extends Change<A> {
  readonly session: ActiveSession;
}

/**
 * Makes an action that needs permissions. The change and its audit row share one transaction; `after`
 * sends what must not wait in it.
 */
export function withPermission<A extends Permission, S extends z.ZodType, T>(
  permissions: A | readonly A[],
  schema: S,
  run: (ctx: PermittedChange<A>, input: z.output<S>) => Promise<T>,
  after?: (made: T) => Promise<T>,
): Action<S, T> {
  const all = [permissions].flat() as readonly A[];
  const needsRecent = all.some((permission) => !WITHOUT_REAUTHENTICATION.has(permission));
  return signedIn(async (input) => {
    const { session, permit } = await requirePermission(...all);
    if (needsRecent && isStale(session)) return refused('reauthentication_required');
    return answer(schema, input, async (parsed) => {
      const change = (tx: Transaction) => run({ tx, permit, session }, parsed);
      const made = await consoleContext().db.transaction(change);
      return after === undefined ? made : after(made);
    });
  });
}

interface PlacedChange<A extends Permission> extends PermittedChange<A> {
  readonly place: IntegrationView;
}

/** As {@link withPermission}, for people of an integration. It acts on theirs, with a recent password. */
export function withPlace<A extends Permission, S extends z.ZodType, T>(
  permission: A,
  schema: S,
  run: (ctx: PlacedChange<A>, input: z.output<S>) => Promise<T>,
): Action<S, T> {
  return signedIn(async (input) => {
    const { session, permit, place } = await requirePlace(permission);
    if (isStale(session)) return refused('reauthentication_required');
    return answer(schema, input, async (parsed) => {
      const change = (tx: Transaction) => run({ tx, permit, session, place }, parsed);
      return consoleContext().db.transaction(change);
    });
  });
}

/**
 * Makes an action on notice targets. Staff change those of any owner; people of an integration those
 * of theirs, or of their own address alone, whatever owner a request names.
 */
export function withTargets<S extends z.ZodType<{ readonly owner: Owner }>, T>(
  schema: S,
  run: (by: Configurer, input: z.output<S>) => Promise<T>,
): Action<S, T> {
  return signedIn(async (input) => {
    const { session, by, place } = await requireTargets();
    if (isStale(session)) return refused('reauthentication_required');
    return answer(schema, input, (parsed) =>
      run(by, place === undefined ? parsed : { ...parsed, owner: place.id }),
    );
  });
}

/** Makes an action on one's own account, allowed even while a password or factor is missing. */
export function withOwnAccount<S extends z.ZodType, T>(
  schema: S,
  run: (ctx: OwnAccount, input: z.output<S>) => Promise<T>,
  { needsRecent = false }: { readonly needsRecent?: boolean } = {},
): Action<S, T> {
  return signedIn(async (input) => {
    const { session, permit } = await requireSession();
    if (needsRecent && isStale(session)) return refused('reauthentication_required');
    return answer(schema, input, (parsed) => run({ ...consoleContext(), session, permit }, parsed));
  });
}

interface UserContext {
  readonly db: Database;
  readonly session: ActiveSession;
}

/** Makes an action for every user, which reads or changes only what belongs to that user. */
export function withUser<S extends z.ZodType, T>(
  schema: S,
  run: (ctx: UserContext, input: z.output<S>) => Promise<T>,
): Action<S, T> {
  return signedIn(async (input) => {
    const session = await requireUser();
    return answer(schema, input, (parsed) => run({ db: consoleContext().db, session }, parsed));
  });
}

interface CallerContext {
  readonly db: Database;
  readonly address: string;
}

export function withoutSession<S extends z.ZodType, T>(
  schema: S,
  run: (ctx: CallerContext, input: z.output<S>) => Promise<T>,
): Action<S, T> {
  return fromThisSite(async (input) => {
    const ctx = { db: consoleContext().db, address: await callerAddress() };
    return answer(schema, input, (parsed) => run(ctx, parsed));
  });
}

/** Refuses an action that another site sent. */
function fromThisSite<S extends z.ZodType, T>(run: Action<S, T>): Action<S, T> {
  return async (input) => {
    if (!isSameOrigin(await headers())) forbidden();
    return run(input);
  };
}

/** Returns an error instead of redirecting without a session, so that the page keeps its texts. */
function signedIn<S extends z.ZodType, T>(run: Action<S, T>): Action<S, T> {
  return fromThisSite(async (input) =>
    (await currentSession()) === undefined ? refused('signed_out') : run(input),
  );
}

function refused(error: ActionError): { readonly ok: false; readonly error: ActionError } {
  return { ok: false, error };
}

async function answer<S extends z.ZodType, T>(
  schema: S,
  input: unknown,
  run: (parsed: z.output<S>) => Promise<T>,
): Promise<ActionResult<T>> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return refused('input_invalid');
  try {
    return { ok: true, data: await run(parsed.data) };
  } catch (error) {
    if (error instanceof Rejection) return refused(error.code);
    throw error;
  }
}
