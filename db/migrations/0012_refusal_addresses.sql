ALTER TABLE "refusal_counts" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refusal_counts" DROP CONSTRAINT "refusal_counts_minute_integration_id_nombre_lookup_reason_pk";--> statement-breakpoint
ALTER TABLE "refusal_counts" ADD CONSTRAINT "refusal_counts_minute_integration_id_nombre_lookup_reason_address_pk" PRIMARY KEY("minute","integration_id","nombre","lookup","reason","address");
