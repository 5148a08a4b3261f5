CREATE TABLE "accounts" (
	"integration_id" integer PRIMARY KEY NOT NULL,
	"saldo" bigint DEFAULT 0 NOT NULL,
	"reservado" bigint DEFAULT 0 NOT NULL,
	"tarifa" bigint NOT NULL,
	"ledger_seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_saldo" CHECK ("accounts"."saldo" >= 0),
	CONSTRAINT "accounts_reservado" CHECK ("accounts"."reservado" >= 0),
	CONSTRAINT "accounts_covered" CHECK ("accounts"."reservado" <= "accounts"."saldo"),
	CONSTRAINT "accounts_tarifa" CHECK ("accounts"."tarifa" >= 0)
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"query_id" uuid PRIMARY KEY NOT NULL,
	"integration_id" integer NOT NULL,
	"credential_id" integer NOT NULL,
	"lookup" text NOT NULL,
	"amount" bigint NOT NULL,
	"identifiers" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_amount" CHECK ("holds"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"integration_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"query_id" uuid,
	"query_created_at" timestamp with time zone,
	"actor" text NOT NULL,
	"nota" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "ledger_entries_integration_id_seq_pk" PRIMARY KEY("integration_id","seq"),
	CONSTRAINT "ledger_seq" CHECK ("ledger_entries"."seq" > 0),
	CONSTRAINT "ledger_balance" CHECK ("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_kind" CHECK (CASE "ledger_entries"."kind"
        WHEN 'cobro' THEN "ledger_entries"."amount" <= 0 AND "ledger_entries"."query_id" IS NOT NULL AND "ledger_entries"."query_created_at" IS NOT NULL
        WHEN 'recarga' THEN "ledger_entries"."amount" > 0 AND "ledger_entries"."query_id" IS NULL
        WHEN 'ajuste' THEN "ledger_entries"."amount" <> 0
        ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credentials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "credentials_digest_unique" UNIQUE("digest"),
	CONSTRAINT "credentials_digest" CHECK (octet_length("credentials"."digest") = 32)
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"is_renap_enabled" boolean DEFAULT false NOT NULL,
	"is_rtu_enabled" boolean DEFAULT false NOT NULL,
	"is_cui_nit_enabled" boolean DEFAULT false NOT NULL,
	"is_rtu_v2_enabled" boolean DEFAULT false NOT NULL,
	"is_omisos_enabled" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integrations_nombre_unique" UNIQUE("nombre"),
	CONSTRAINT "integrations_nombre" CHECK ("integrations"."nombre" ~ '^[a-z0-9._-]{3,64}$')
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"integration_id" integer,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" IN ('admin', 'soporte'))
);
--> statement-breakpoint
CREATE TABLE "query_records" (
	"id" uuid NOT NULL,
	"integration_id" integer NOT NULL,
	"credential_id" integer NOT NULL,
	"lookup" text NOT NULL,
	"estado" text NOT NULL,
	"status" smallint,
	"outcome" text NOT NULL,
	"duration_ms" integer,
	"source_ms" integer,
	"charged" bigint NOT NULL,
	"identifiers" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "query_records_id_created_at_pk" PRIMARY KEY("id","created_at"),
	CONSTRAINT "query_records_charged" CHECK ("query_records"."charged" = 0 OR ("query_records"."charged" > 0 AND "query_records"."status" IS NOT DISTINCT FROM 200)),
	CONSTRAINT "query_records_status" CHECK (("query_records"."estado" = 'completada') = ("query_records"."status" IS NOT NULL))
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_integration_id_accounts_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."accounts"("integration_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_expiry" ON "holds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "holds_integration" ON "holds" USING btree ("integration_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_charge_per_query" ON "ledger_entries" USING btree ("query_id") WHERE "ledger_entries"."kind" = 'cobro';--> statement-breakpoint
CREATE INDEX "credentials_integration" ON "credentials" USING btree ("integration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "query_records_by_integration" ON "query_records" USING btree ("integration_id","created_at","id");