import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** System accounts that can run the server when we are root, which PostgreSQL refuses. */
const CANDIDATES = ['postgres', 'nobody'];

/** Lets the account pass through closed folders, such as root's home, and nothing else. */
const PASSAGE = '+dac_override';
/** Keeps that right in access(2), by which initdb and pg_ctl look for their programs. */
const KEEP_IN_ACCESS = '+no_setuid_fixup';

/**
 * The user under which the server's programs run: our own, or another account if we are root. The
 * owner of an existing cluster comes first.
 */
export class DatabaseUser {
  private constructor(
    private readonly account: Account | undefined,
    private readonly passage: boolean,
  ) {}

  static async choose(cluster: string, program: string): Promise<DatabaseUser> {
    if (process.getuid?.() !== 0) return new DatabaseUser(undefined, false);
    const account = (await ownerOf(cluster)) ?? (await systemAccount());
    const direct = new DatabaseUser(account, false);
    if (await direct.canReach(program, dirname(cluster))) return direct;
    const passing = new DatabaseUser(account, true);
    if (await passing.canReach(program, dirname(cluster))) return passing;
    throw new Error(
      `PostgreSQL refuses to run as root, and user ${account.uid} cannot enter ${dirname(cluster)} ` +
        `or run ${program}; setpriv of util-linux 2.31 or later, which lets it, is missing or may not. ` +
        'Run as an ordinary user, clone into a folder open to others (chmod o+x), or set DATABASE_URL.',
    );
  }

  async own(path: string): Promise<void> {
    if (this.account !== undefined) await chown(path, this.account.uid, this.account.gid);
  }

  /** Runs a program to its end. Throws with its output when it fails. */
  async run(program: string, args: readonly string[]): Promise<void> {
    const [command, ...rest] = this.passage ? this.#passing(program, args) : [program, ...args];
    const identity = this.passage ? {} : this.account;
    await execute(command ?? program, rest, { ...identity, cwd: '/' });
  }

  async canReach(program: string, folder: string): Promise<boolean> {
    try {
      // Asks access(2), as initdb does.
      await this.run('test', ['-x', program, '-a', '-x', `${folder}/.`]);
      return true;
    } catch {
      return false;
    }
  }

  #passing(program: string, args: readonly string[]): string[] {
    const { uid = 0, gid = 0 } = this.account ?? {};
    return [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=${PASSAGE}`,
      `--ambient-caps=${PASSAGE}`,
      `--securebits=${KEEP_IN_ACCESS}`,
      '--',
      program,
      ...args,
    ];
  }
}

async function ownerOf(cluster: string): Promise<Account | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  return owner === undefined || owner.uid === 0 ? undefined : owner;
}

async function systemAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const entry = lines.find(([name]) => name === candidate);
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(`None of the accounts ${CANDIDATES.join(', ')} exists: set DATABASE_URL.`);
}
