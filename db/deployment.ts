import type postgres from 'postgres';

/** Reads the random id that a migration gave the database. A copy of the database has the same. */
export async function readDeploymentId(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM deployment`;
  if (row === undefined) throw new Error('The table deployment has no row.');
  return row.id;
}

/** Returns a function that reads the id until it succeeds, and then remembers it. */
export function rememberDeploymentId(sql: postgres.Sql): () => Promise<string> {
  let id: string | undefined;
  return async () => {
    id ??= await readDeploymentId(sql);
    return id;
  };
}
