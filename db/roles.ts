import type postgres from 'postgres';

/** Tables to which the app only adds rows. */
const APPEND_ONLY = ['audit_log', 'audit_heads', 'ledger_entries', 'incident_updates'];

/**
 * Gives a role what the app needs and nothing else: rows, but no table, function or schema. Run it
 * as the owner after each migration. It blocks no statement of a running app.
 */
export async function grantRights(client: postgres.Sql, role: string): Promise<void> {
  await client.begin(async (tx) => {
    const name = tx(role);
    await tx`GRANT USAGE ON SCHEMA public, drizzle TO ${name}`;
    await tx`GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${name}`;
    await tx`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`;
    await tx`REVOKE UPDATE, DELETE, TRUNCATE ON ${tx(APPEND_ONLY)} FROM ${name}`;
    await tx`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`;
  });
}

/** Lists what {@link grantRights} gives and the present role lacks, such as `INSERT on holds`. */
export async function missingRights(client: postgres.Sql): Promise<string[]> {
  const rows = await client<{ missing: string }[]>`
    SELECT format('%s on %s', p.name, c.relname) AS missing
    FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p(name)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT (c.relname::text = ANY(${APPEND_ONLY}::text[]) AND p.name IN ('UPDATE', 'DELETE'))
      AND NOT has_table_privilege(c.oid, p.name)
    ORDER BY 1`;
  return rows.map(({ missing }) => missing);
}

/** Tells whether a role could change the schema: a superuser, an owner or a creator of tables. */
export async function isPrivileged(client: postgres.Sql): Promise<boolean> {
  const [role] = await client<{ privileged: boolean }[]>`
    SELECT rolsuper OR rolcreaterole OR has_schema_privilege('public', 'CREATE') OR EXISTS (
      SELECT FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'MEMBER')
    ) AS privileged
    FROM pg_roles WHERE rolname = current_user`;
  return role?.privileged ?? true;
}
