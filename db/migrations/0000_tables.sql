CREATE TABLE "accounts" (
	"integration_id" integer PRIMARY KEY NOT NULL,
	"saldo" bigint DEFAULT 0 NOT NULL,
	"reservado" bigint DEFAULT 0 NOT NULL,
	"tarifa" bigint NOT NULL,
	"next_tarifa" bigint,
	"next_tarifa_at" timestamp with time zone,
	"ledger_seq" bigint DEFAULT 0 NOT NULL,
	"spent_on" date DEFAULT '1970-01-01' NOT NULL,
	"spent_day" bigint DEFAULT 0 NOT NULL,
	"spent_month" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_saldo" CHECK ("accounts"."saldo" >= 0),
	CONSTRAINT "accounts_reservado" CHECK ("accounts"."reservado" >= 0),
	CONSTRAINT "accounts_covered" CHECK ("accounts"."reservado" <= "accounts"."saldo"),
	CONSTRAINT "accounts_tarifa" CHECK ("accounts"."tarifa" >= 0),
	CONSTRAINT "accounts_next_tarifa" CHECK (("accounts"."next_tarifa" IS NULL) = ("accounts"."next_tarifa_at" IS NULL) AND "accounts"."next_tarifa" >= 0)
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"query_id" uuid PRIMARY KEY NOT NULL,
	"integration_id" integer NOT NULL,
	"credential_id" integer NOT NULL,
	"lookup" text NOT NULL,
	"amount" bigint NOT NULL,
	"identifiers" "bytea" NOT NULL,
	"identifier_keys" bigint[] DEFAULT '{}' NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_amount" CHECK ("holds"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"integration_id" integer NOT NULL,
	"key" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"attempt" uuid NOT NULL,
	"under_way_until" timestamp with time zone,
	"paid_by" uuid,
	"repetitions" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_keys_integration_id_key_pk" PRIMARY KEY("integration_id","key")
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
	"referencia" text,
	"idempotency_key" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "ledger_entries_integration_id_seq_pk" PRIMARY KEY("integration_id","seq"),
	CONSTRAINT "ledger_seq" CHECK ("ledger_entries"."seq" > 0),
	CONSTRAINT "ledger_balance" CHECK ("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_kind" CHECK (CASE "ledger_entries"."kind"
        WHEN 'cobro' THEN "ledger_entries"."amount" <= 0 AND "ledger_entries"."query_id" IS NOT NULL AND "ledger_entries"."query_created_at" IS NOT NULL
        WHEN 'recarga' THEN "ledger_entries"."amount" > 0 AND "ledger_entries"."query_id" IS NULL
        WHEN 'ajuste' THEN "ledger_entries"."amount" <> 0 AND "ledger_entries"."query_id" IS NULL
        WHEN 'devolucion' THEN "ledger_entries"."amount" > 0 AND "ledger_entries"."query_id" IS NOT NULL AND "ledger_entries"."query_created_at" IS NOT NULL
        ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"query_id" uuid NOT NULL,
	"nota" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"declined_by" text,
	"declined_at" timestamp with time zone,
	"declined_nota" text,
	CONSTRAINT "refund_requests_declined" CHECK (("refund_requests"."declined_at" IS NULL) = ("refund_requests"."declined_by" IS NULL)
        AND ("refund_requests"."declined_at" IS NULL) = ("refund_requests"."declined_nota" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "tariffs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tariffs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"tarifa" bigint NOT NULL,
	"holds_from" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "undelivered_answers" (
	"query_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
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
	"receipts_enabled" boolean DEFAULT false NOT NULL,
	"cap_day" bigint,
	"cap_month" bigint,
	"limit_renap" integer,
	"limit_rtu" integer,
	"limit_catalogos" integer,
	"trusted_networks" text,
	"customer_name" text,
	"customer_tax_number" text,
	"contact_name" text,
	"contact_email" text,
	"contact_phone" text,
	"notes" text,
	"low_balance" bigint,
	"suspended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"access_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integrations_nombre_unique" UNIQUE("nombre"),
	CONSTRAINT "integrations_nombre" CHECK ("integrations"."nombre" ~ '^[a-z0-9._-]{3,64}$'),
	CONSTRAINT "integrations_low_balance" CHECK ("integrations"."low_balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sealing_keys" (
	"purpose" text NOT NULL,
	"key_id" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "sealing_keys_purpose_key_id_pk" PRIMARY KEY("purpose","key_id")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"link" "bytea" NOT NULL
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
	"after" jsonb,
	"address" text,
	"link" "bytea"
);
--> statement-breakpoint
CREATE TABLE "console_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "console_sessions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"session_version" integer NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"proven_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "role_policies" (
	"role" text PRIMARY KEY NOT NULL,
	"second_factor_required" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"totp_secret" "bytea",
	"totp_confirmed_at" timestamp with time zone,
	"totp_last_step" bigint DEFAULT 0 NOT NULL,
	"identity" text,
	"locale" text DEFAULT 'es' NOT NULL,
	"theme" text DEFAULT 'auto' NOT NULL,
	"comfortable" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" IN ('admin', 'soporte')),
	CONSTRAINT "users_locale" CHECK ("users"."locale" IN ('es', 'en')),
	CONSTRAINT "users_theme" CHECK ("users"."theme" IN ('auto', 'light', 'dark'))
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
	"ending" text,
	"responsible" text,
	"cause" text,
	"duration_ms" integer,
	"source_ms" integer,
	"steps_ms" real[],
	"charged" bigint NOT NULL,
	"identifiers" "bytea",
	"identifier_keys" bigint[] DEFAULT '{}' NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "query_records_id_created_at_pk" PRIMARY KEY("id","created_at"),
	CONSTRAINT "query_records_charged" CHECK ("query_records"."charged" = 0 OR ("query_records"."charged" > 0 AND "query_records"."status" IS NOT DISTINCT FROM 200)),
	CONSTRAINT "query_records_status" CHECK (("query_records"."estado" = 'completada') = ("query_records"."status" IS NOT NULL))
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "refusal_counts" (
	"minute" timestamp with time zone NOT NULL,
	"integration_id" integer NOT NULL,
	"nombre" text NOT NULL,
	"lookup" text NOT NULL,
	"reason" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"refusals" integer NOT NULL,
	CONSTRAINT "refusal_counts_minute_integration_id_nombre_lookup_reason_address_pk" PRIMARY KEY("minute","integration_id","nombre","lookup","reason","address")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unreadable_fields" (
	"lookup" text NOT NULL,
	"field" text NOT NULL,
	"answers" bigint NOT NULL,
	"first_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "unreadable_fields_lookup_field_pk" PRIMARY KEY("lookup","field")
);
--> statement-breakpoint
CREATE TABLE "credential_days" (
	"credential_id" integer NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"queries" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credential_days_credential_id_day_pk" PRIMARY KEY("credential_id","day")
);
--> statement-breakpoint
CREATE TABLE "integration_days" (
	"integration_id" integer NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"lookup" text NOT NULL,
	"queries" integer NOT NULL,
	"charged" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integration_days_integration_id_day_lookup_pk" PRIMARY KEY("integration_id","day","lookup")
);
--> statement-breakpoint
CREATE TABLE "pending_counts" (
	"hour" timestamp with time zone NOT NULL,
	"integration_id" integer NOT NULL,
	"credential_id" integer NOT NULL,
	"lookup" text NOT NULL,
	"outcome" text NOT NULL,
	"status" smallint NOT NULL,
	"latency" smallint NOT NULL,
	"queries" integer NOT NULL,
	"charged" bigint NOT NULL,
	"ending" text,
	"responsible" text,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "query_counts" (
	"grain" text NOT NULL,
	"integration_id" integer NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"lookup" text NOT NULL,
	"outcome" text NOT NULL,
	"status" smallint NOT NULL,
	"latency" smallint NOT NULL,
	"queries" integer NOT NULL,
	"charged" bigint NOT NULL,
	"ending" text,
	"responsible" text,
	CONSTRAINT "query_counts_grain_integration_id_start_lookup_outcome_status_latency_pk" PRIMARY KEY("grain","integration_id","start","lookup","outcome","status","latency")
);
--> statement-breakpoint
CREATE TABLE "task_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"result" jsonb,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_integration_id_accounts_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."accounts"("integration_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_integration_id_accounts_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."accounts"("integration_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_integration_id_accounts_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."accounts"("integration_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_expiry" ON "holds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "holds_integration" ON "holds" USING btree ("integration_id","expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_charge_per_query" ON "ledger_entries" USING btree ("query_id") WHERE "ledger_entries"."kind" = 'cobro';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_refund_per_query" ON "ledger_entries" USING btree ("query_id") WHERE "ledger_entries"."kind" = 'devolucion';--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_entries" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "ledger_other_than_charges" ON "ledger_entries" USING btree ("integration_id","seq") WHERE "ledger_entries"."kind" <> 'cobro';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_idempotency_key" ON "ledger_entries" USING btree ("integration_id","idempotency_key") WHERE "ledger_entries"."idempotency_key" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("query_id") WHERE "refund_requests"."declined_at" IS NULL;--> statement-breakpoint
CREATE INDEX "refund_requests_query" ON "refund_requests" USING btree ("query_id");--> statement-breakpoint
CREATE INDEX "tariffs_integration" ON "tariffs" USING btree ("integration_id","holds_from");--> statement-breakpoint
CREATE INDEX "credentials_integration" ON "credentials" USING btree ("integration_id");--> statement-breakpoint
CREATE INDEX "audit_log_integration" ON "audit_log" USING btree ("integration_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_entry" ON "audit_log" USING btree ("integration_id",("after"->>'entry')) WHERE "audit_log"."action" IN ('billing.top_up', 'billing.adjust', 'billing.refund');--> statement-breakpoint
CREATE INDEX "console_sessions_user" ON "console_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "query_records_by_integration" ON "query_records" USING btree ("integration_id","created_at","id");--> statement-breakpoint
CREATE INDEX "query_records_newest" ON "query_records" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "query_records_unsuccessful" ON "query_records" USING btree ("created_at","id") WHERE "query_records"."status" IS DISTINCT FROM 200;--> statement-breakpoint
CREATE INDEX "query_records_by_request" ON "query_records" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "query_records_by_identifier" ON "query_records" USING gin ("identifier_keys");--> statement-breakpoint
CREATE INDEX "refusal_counts_integration" ON "refusal_counts" USING btree ("integration_id","minute");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "integration_days_day" ON "integration_days" USING btree ("day");