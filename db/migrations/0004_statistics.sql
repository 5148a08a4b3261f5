CREATE TABLE "idempotency_keys" (
	"integration_id" integer NOT NULL,
	"key" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"attempt" uuid NOT NULL,
	"under_way_until" timestamp with time zone,
	"paid_by" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_keys_integration_id_key_pk" PRIMARY KEY("integration_id","key")
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
CREATE TABLE "refusal_counts" (
	"minute" timestamp with time zone NOT NULL,
	"integration_id" integer NOT NULL,
	"nombre" text NOT NULL,
	"lookup" text NOT NULL,
	"reason" text NOT NULL,
	"refusals" integer NOT NULL,
	CONSTRAINT "refusal_counts_minute_integration_id_nombre_lookup_reason_pk" PRIMARY KEY("minute","integration_id","nombre","lookup","reason")
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
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_kind";--> statement-breakpoint
-- Until now they stood there in clear, which only a development database can hold: sealing needs a
-- key that the database must not know, so they go.
ALTER TABLE "holds" ALTER COLUMN "identifiers" SET DATA TYPE bytea USING '';--> statement-breakpoint
ALTER TABLE "query_records" ALTER COLUMN "identifiers" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "query_records" ALTER COLUMN "identifiers" SET DATA TYPE bytea USING NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "next_tarifa" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "next_tarifa_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "identifier_keys" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "referencia" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "contact_name" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "low_balance" bigint;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "receipts_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "query_records" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "query_records" ADD COLUMN "steps_ms" real[];--> statement-breakpoint
ALTER TABLE "query_records" ADD COLUMN "identifier_keys" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_integration_id_accounts_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."accounts"("integration_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tariffs_integration" ON "tariffs" USING btree ("integration_id","holds_from");--> statement-breakpoint
CREATE INDEX "refusal_counts_integration" ON "refusal_counts" USING btree ("integration_id","minute");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "integration_days_day" ON "integration_days" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_refund_per_query" ON "ledger_entries" USING btree ("query_id") WHERE "ledger_entries"."kind" = 'devolucion';--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_entries" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "ledger_other_than_charges" ON "ledger_entries" USING btree ("integration_id","seq") WHERE "ledger_entries"."kind" <> 'cobro';--> statement-breakpoint
CREATE INDEX "query_records_newest" ON "query_records" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "query_records_unsuccessful" ON "query_records" USING btree ("created_at","id") WHERE "query_records"."status" IS DISTINCT FROM 200;--> statement-breakpoint
CREATE INDEX "query_records_by_request" ON "query_records" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "query_records_by_identifier" ON "query_records" USING gin ("identifier_keys");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_next_tarifa" CHECK (("accounts"."next_tarifa" IS NULL) = ("accounts"."next_tarifa_at" IS NULL) AND "accounts"."next_tarifa" >= 0);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_kind" CHECK (CASE "ledger_entries"."kind"
        WHEN 'cobro' THEN "ledger_entries"."amount" <= 0 AND "ledger_entries"."query_id" IS NOT NULL AND "ledger_entries"."query_created_at" IS NOT NULL
        WHEN 'recarga' THEN "ledger_entries"."amount" > 0 AND "ledger_entries"."query_id" IS NULL
        WHEN 'ajuste' THEN "ledger_entries"."amount" <> 0 AND "ledger_entries"."query_id" IS NULL
        WHEN 'devolucion' THEN "ledger_entries"."amount" > 0 AND "ledger_entries"."query_id" IS NOT NULL AND "ledger_entries"."query_created_at" IS NOT NULL
        ELSE false END);--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_low_balance" CHECK ("integrations"."low_balance" >= 0);--> statement-breakpoint

-- What the builder of the schema cannot say.

INSERT INTO tariffs (integration_id, tarifa, holds_from, actor)
SELECT a.integration_id, a.tarifa, i.created_at, 'migration' FROM accounts a JOIN integrations i ON i.id = a.integration_id;
--> statement-breakpoint

-- Inserted and deleted all the time.
ALTER TABLE pending_counts SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
--> statement-breakpoint

-- Milliseconds to their place among these bounds: 0 is less than the first, n the n-th or more.
-- Copied by LATENCY_BOUNDS_MS; changing it falsifies what was counted.
CREATE FUNCTION latency_bucket(duration_ms integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(width_bucket(duration_ms, ARRAY[1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200,
  250, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 25000, 30000]), -1)::smallint;
--> statement-breakpoint

-- The start of an instant's day in Guatemala, which knows no summer time.
CREATE FUNCTION guatemala_day(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_trunc('day', at AT TIME ZONE interval '-06:00') AT TIME ZONE interval '-06:00';
--> statement-breakpoint

-- The counts with those not folded in yet: right to the record at every moment.
CREATE VIEW counted_queries AS
SELECT grain, integration_id, start, lookup, outcome, status, latency, queries, charged FROM query_counts
UNION ALL
SELECT g.grain, s.integration_id, CASE g.grain WHEN 'day' THEN guatemala_day(p.hour) ELSE p.hour END,
  p.lookup, p.outcome, p.status, p.latency, p.queries, p.charged
FROM pending_counts p CROSS JOIN (VALUES ('hour'), ('day')) AS g(grain)
  CROSS JOIN LATERAL (VALUES (p.integration_id), (0)) AS s(integration_id);
--> statement-breakpoint

CREATE VIEW counted_integration_days AS
SELECT integration_id, day, lookup, queries, charged, last_at FROM integration_days
UNION ALL
SELECT integration_id, guatemala_day(hour), lookup, queries, charged, last_at FROM pending_counts;
--> statement-breakpoint

CREATE VIEW counted_credential_days AS
SELECT credential_id, day, queries, last_at FROM credential_days
UNION ALL
SELECT credential_id, guatemala_day(hour), queries, last_at FROM pending_counts;
--> statement-breakpoint

INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, outcome, status, latency, queries, charged, last_at)
SELECT date_trunc('hour', created_at, 'UTC'), integration_id, credential_id, lookup, outcome, coalesce(status, 0),
  latency_bucket(duration_ms), count(*), sum(charged), max(created_at)
FROM query_records GROUP BY 1, 2, 3, 4, 5, 6, 7;
