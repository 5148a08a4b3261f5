ALTER TABLE "integrations" ADD COLUMN "limit_renap" integer;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "limit_rtu" integer;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "limit_catalogos" integer;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "trusted_networks" text;