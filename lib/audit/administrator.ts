/**
 * Proof that an administrator is acting. Verbs that change something take one, and only the ways in
 * listed here make one, so a forgotten check does not compile.
 */
export class Administrator {
  /** Private state keeps a look-alike object from passing for one. */
  readonly #name: string;

  private constructor(
    name: string,
    /** Address the change comes from; absent on the command line. */
    readonly address: string | null = null,
  ) {
    this.#name = name;
  }

  /** For the console's guard alone, which has read the session and the role. */
  static signedIn(email: string, address: string): Administrator {
    return new Administrator(email, address);
  }

  /** Whoever can run the command line on the machine already holds the database's credentials. */
  static onCommandLine(account: string): Administrator {
    return new Administrator(`cli:${account}`);
  }

  /** How audit and ledger name who did it. */
  get actor(): string {
    return this.#name;
  }
}
