import { open, stat } from 'node:fs/promises';
import { connectDatabase } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { CONSOLE_APPLICATION } from '@/lib/console/session/context';

/** A statement in the database's log. */
export interface Statement {
  readonly text: string;
  /** Time to plan and run it on the server. */
  readonly ms: number;
  /** Its plan, with `explain`. */
  readonly plan: string | undefined;
}

const SETTINGS = {
  log_min_duration_statement: '0',
  log_parameter_max_length: '200',
} as const;

const EXPLAIN_SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  // Reading the clock at every row of every step would be half of what is measured.
  'auto_explain.log_timing': 'off',
} as const;

/**
 * Reads the console's statements and their times from the log of an embedded PostgreSQL. The app
 * needs no code for it.
 */
export class StatementLog {
  #read = 0;

  private constructor(private readonly file: string) {}

  /** From the next connection on the server logs every statement. */
  static async begin(
    databaseUrl: string,
    file: string,
    options: { readonly explain: boolean },
  ): Promise<StatementLog> {
    const settings = { ...SETTINGS, ...(options.explain ? EXPLAIN_SETTINGS : {}) };
    const db = connectDatabase(ownerUrlOf(databaseUrl), { max: 1 });
    try {
      const database = new URL(databaseUrl).pathname.slice(1);
      for (const name of Object.keys(EXPLAIN_SETTINGS)) {
        await db.execute(`ALTER DATABASE "${database}" RESET ${name}`).catch(() => undefined);
      }
      for (const [name, value] of Object.entries(settings)) {
        await db.execute(`ALTER DATABASE "${database}" SET ${name} = '${value}'`);
      }
      await db.execute(`ALTER SYSTEM SET log_line_prefix = '@ %p %a @ '`);
      await db.execute('SELECT pg_reload_conf()');
    } finally {
      await db.$client.end({ timeout: 5 });
    }
    return new StatementLog(file);
  }

  /** Forgets what was logged so far. */
  async skip(): Promise<void> {
    this.#read = (await stat(this.file)).size;
  }

  /** The console's statements since the last call, in their order. */
  async take(): Promise<Statement[]> {
    const size = (await stat(this.file)).size;
    await using log = await open(this.file);
    const buffer = Buffer.alloc(size - this.#read);
    await log.read(buffer, 0, buffer.length, this.#read);
    this.#read = size;
    return statementsOf(buffer.toString('utf8'));
  }
}

const ENTRY = /^@ (\d+) (.*) @ (\w+): +([\s\S]*)$/;
/** A statement with parameters has a time for parse, bind and execute; its plan follows. */
const DURATION =
  /^duration: ([\d.]+) ms +(parse|bind|execute|statement|plan)(?: [^:]*)?:\s*([\s\S]*)$/;

interface Session {
  preparedMs: number;
  last: { plan: string | undefined } | undefined;
}

function statementsOf(log: string): Statement[] {
  const statements: { text: string; ms: number; plan: string | undefined }[] = [];
  const sessions = new Map<string, Session>();
  for (const entry of log.split(/\n(?=@ )/)) {
    const [, pid = '', application, , message = ''] = ENTRY.exec(entry) ?? [];
    const [, ms, step, text = ''] = DURATION.exec(message.trimEnd()) ?? [];
    if (application !== CONSOLE_APPLICATION || step === undefined) continue;
    const session = sessions.get(pid) ?? { preparedMs: 0, last: undefined };
    sessions.set(pid, session);
    if (step === 'plan') {
      if (session.last !== undefined) session.last.plan = text;
      continue;
    }
    session.preparedMs += Number(ms);
    if (step === 'parse' || step === 'bind') continue;
    const executed = { text: text.replace(/\s+/g, ' '), ms: session.preparedMs, plan: undefined };
    statements.push(executed);
    sessions.set(pid, { preparedMs: 0, last: executed });
  }
  return statements;
}
