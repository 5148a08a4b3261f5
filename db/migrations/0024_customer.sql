ALTER TABLE "integrations" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "customer_tax_number" text;