import type { z } from 'zod';
import type { Transaction } from '@/db/client';
import type { Administrator } from '@/lib/audit/administrator';
import { Refusal, type RefusalCode } from '@/lib/refusal';
import type { ActiveSession } from '@/lib/users/sessions';
import { type ConsoleContext, consoleContext } from './context';
import { requireAdministrator, requireSession, requireUser } from './guard';

/**
 * Every server action is one call of a function below, which keeps the order: the guard, then the
 * input, then the change. What somebody may not do is refused before a byte of theirs is read.
 */

/** What a form gets back: values, never exceptions. Texts for the codes stand in the message files. */
export type ActionResult<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ActionError };

/** `unreachable` is what the browser says when no answer came: the change may have been made. */
export type ActionError = RefusalCode | 'proof_required' | 'input_invalid' | 'unreachable';

/** A password given longer ago does not open changes of money, tokens, roles and second factors. */
const PROOF_LASTS_S = 15 * 60;

interface Options {
  /** The change asks for the password again when the last proof is old. */
  readonly proof?: boolean;
}

export interface AdministratorAction extends ConsoleContext {
  /** The change, its audit row and its ledger row go together. */
  readonly tx: Transaction;
  readonly administrator: Administrator;
}

/** Runs a change for an administrator, in one transaction. */
export async function asAdministrator<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (input: I, context: AdministratorAction) => Promise<T>,
  { proof = false }: Options = {},
): Promise<ActionResult<T>> {
  const { session, administrator } = await requireAdministrator();
  if (proof && isStale(session)) return refused('proof_required');
  const parsed = schema.safeParse(input);
  if (!parsed.success) return refused('input_invalid');
  const context = consoleContext();
  return refusalAsValue(() =>
    context.db.transaction((tx) => run(parsed.data, { ...context, tx, administrator })),
  );
}

export interface AccountAction extends ConsoleContext {
  readonly session: ActiveSession;
}

/** Runs a change of somebody's own account, open also to who still has to enrol. */
export async function asSelf<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (input: I, context: AccountAction) => Promise<T>,
  { proof = false }: Options = {},
): Promise<ActionResult<T>> {
  const session = await requireSession();
  if (proof && isStale(session)) return refused('proof_required');
  const parsed = schema.safeParse(input);
  if (!parsed.success) return refused('input_invalid');
  return refusalAsValue(() => run(parsed.data, { ...consoleContext(), session }));
}

/** Reads something, or changes what is theirs, for anybody signed in and enrolled. */
export async function asUser<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (input: I, context: AccountAction) => Promise<T>,
): Promise<ActionResult<T>> {
  const session = await requireUser();
  const parsed = schema.safeParse(input);
  if (!parsed.success) return refused('input_invalid');
  return refusalAsValue(() => run(parsed.data, { ...consoleContext(), session }));
}

/** Runs what needs no session: the language, and what a one-time link opens. */
export async function asAnybody<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (input: I, context: ConsoleContext) => Promise<T>,
): Promise<ActionResult<T>> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return refused('input_invalid');
  return refusalAsValue(() => run(parsed.data, consoleContext()));
}

function isStale({ provenAgoS }: ActiveSession): boolean {
  return provenAgoS > PROOF_LASTS_S;
}

function refused(error: ActionError): { readonly ok: false; readonly error: ActionError } {
  return { ok: false, error };
}

async function refusalAsValue<T>(run: () => Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, data: await run() };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.code);
    throw error;
  }
}
