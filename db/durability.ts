import type postgres from 'postgres';

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
};

const OLDEST_SERVER = 150_000;

/** Lists settings of the server that could lose a commit, and a version below 15; one line each. */
export async function durabilityProblems(client: postgres.Sql): Promise<string[]> {
  const rows = await client<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings
    WHERE name = ANY(${[...Object.keys(REQUIRED), 'server_version_num']})`;
  return rows.flatMap(({ name, setting }) => {
    if (name === 'server_version_num') {
      return Number(setting) < OLDEST_SERVER ? ['PostgreSQL 15 or later is required'] : [];
    }
    return REQUIRED[name]?.includes(setting) ? [] : [`${name} is ${setting}, it must be on`];
  });
}
