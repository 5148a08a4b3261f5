-- People are few, so their table is locked for milliseconds. Lookups write to neither table.
-- squawk-ignore-file constraint-missing-not-valid, adding-foreign-key-constraint, require-concurrent-index-creation
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "own_rotation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "integration_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_integration" ON "users" USING btree ("integration_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_place" CHECK (("users"."role" IN ('integrador', 'gestor')) = ("users"."integration_id" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" IN ('admin', 'soporte', 'integrador', 'gestor'));
