-- The newest row of the audit log at each verification. Not even the app may lower or forget one.
CREATE TABLE "audit_heads" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"link" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER audit_heads_append_only BEFORE UPDATE OR DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_heads_no_truncate BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Lookups do not write the audit log, and a change waits for it as long as for a lock.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "audit_log_entry" ON "audit_log" USING btree ("integration_id",("after"->>'entry')) WHERE "audit_log"."action" IN ('billing.top_up', 'billing.adjust', 'billing.refund');
