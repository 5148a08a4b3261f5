-- Audit rows take the new name of their action. Only here may the append-only table be changed: the
-- lock of the first statement keeps everybody else out until the trigger is back.
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_append_only";--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'integration.set' WHERE "action" = 'integration.update';--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_append_only";
