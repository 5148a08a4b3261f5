ALTER TABLE "users" ADD COLUMN "identity" text;--> statement-breakpoint
-- The table has a few rows, and lookups do not write it.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("identity");
