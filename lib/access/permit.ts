import type { Action, OwnAction, Permission, RecordedEvent, TargetChange } from './permissions';

/** Extends a permission of a signed-in person by the actions that come with it. */
export type Covered<A extends Permission> =
  | A
  | OwnAction
  | (A extends 'notice.configure' | 'notice.configure_own' ? TargetChange : never);

/**
 * Evidence that somebody may do `A`. Every verb that changes something requires one, and only the
 * functions below make one, so code without the check does not compile.
 */
export class Permit<in A extends Action> {
  /** Only for the compiler: a permit for several actions is assignable to one for each of them. */
  declare protected readonly covers: (action: A) => void;
  readonly #actor: string;

  private constructor(
    actor: string,
    /** Address of the request; null on the command line. */
    readonly address: string | null = null,
  ) {
    this.#actor = actor;
  }

  /** For the console's guard only, which has read the session and checked the role. */
  static signedIn<A extends Permission>(email: string, address: string): Permit<Covered<A>> {
    return new Permit(email, address);
  }

  /** For somebody with the link of an invitation. */
  static byInvitation(email: string, address: string | null): Permit<'user.accept_invitation'> {
    return new Permit(email, address);
  }

  /** For the events of `record-event.ts` only. */
  static ofEvent(actor: string, address: string | null): Permit<RecordedEvent> {
    return new Permit(actor, address);
  }

  /** For the service itself, when it returns the charge of an answer that was not delivered. */
  static ofService(name: string): Permit<'billing.refund'> {
    return new Permit(name);
  }

  /** For the command line, which already has the database's credentials. */
  static onCommandLine(account: string): Permit<Action> {
    return new Permit(`cli:${account}`);
  }

  /** Name in the audit log and the ledger. */
  get actor(): string {
    return this.#actor;
  }
}
