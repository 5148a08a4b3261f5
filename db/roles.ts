import type postgres from 'postgres';

/** Tables to which the app only adds rows. */
const APPEND_ONLY = ['audit_log', 'audit_heads', 'ledger_entries'];

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
