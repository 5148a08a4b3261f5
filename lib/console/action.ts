import type { Transaction } from '@/db/client';
import type { Administrator } from '@/lib/audit/administrator';
import { Refusal, type RefusalCode } from '@/lib/refusal';
import type { ActiveSession } from '@/lib/users/sessions';
import { type ConsoleContext, consoleContext } from './context';
import { requireAdministrator, requireSession } from './guard';

/** What a form gets back: values, never exceptions. Texts for the codes stand in the message files. */
export type ActionResult<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: RefusalCode | 'proof_required' | 'input_invalid' };

/** A password given longer ago does not open changes of money, tokens, roles and second factors. */
const PROOF_LASTS_S = 15 * 60;

interface Options {
  /** The change asks for the password again when the last proof is old. */
  readonly proof?: boolean;
}

export interface AdministratorAction extends ConsoleContext {
  /** The change, its audit row and its ledger row go together. */
  readonly tx: Transaction;
  readonly session: ActiveSession;
  readonly administrator: Administrator;
}

/** Runs a change for an administrator; the guard is its first line. */
export async function asAdministrator<T>(
  run: (context: AdministratorAction) => Promise<T>,
  { proof = false }: Options = {},
): Promise<ActionResult<T>> {
  const { session, administrator } = await requireAdministrator();
  if (proof && session.provenAgoS > PROOF_LASTS_S) return { ok: false, error: 'proof_required' };
  const context = consoleContext();
  return refusalAsValue(() =>
    context.db.transaction((tx) => run({ ...context, tx, session, administrator })),
  );
}

export interface AccountAction extends ConsoleContext {
  readonly session: ActiveSession;
}

/** Runs a change of somebody's own account, open also to who still has to enrol. */
export async function asSelf<T>(
  run: (context: AccountAction) => Promise<T>,
  { proof = false }: Options = {},
): Promise<ActionResult<T>> {
  const session = await requireSession();
  if (proof && session.provenAgoS > PROOF_LASTS_S) return { ok: false, error: 'proof_required' };
  return refusalAsValue(() => run({ ...consoleContext(), session }));
}

/** Runs a change that needs no session: only what a one-time link opens. */
export async function asAnybody<T>(run: (context: ConsoleContext) => Promise<T>): Promise<ActionResult<T>> {
  return refusalAsValue(() => run(consoleContext()));
}

async function refusalAsValue<T>(run: () => Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, data: await run() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.code };
    throw error;
  }
}
