CREATE TABLE "proof_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"first_used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"compromised_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "proofs_enabled" boolean DEFAULT false NOT NULL;