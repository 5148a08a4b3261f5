CREATE TABLE "episodes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "episodes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"integration_id" integer,
	"opened_at" timestamp with time zone NOT NULL,
	"last_true_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"silent" boolean NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_cursor" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"audit_id" bigint NOT NULL,
	CONSTRAINT "notice_cursor_one" CHECK ("notice_cursor"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"notice_id" uuid NOT NULL,
	"target_id" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text,
	"duration_ms" integer,
	"done_at" timestamp with time zone,
	CONSTRAINT "notice_deliveries_notice_id_target_id_pk" PRIMARY KEY("notice_id","target_id"),
	CONSTRAINT "notice_deliveries_state" CHECK ("notice_deliveries"."state" IN ('pending', 'delivered', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "notice_targets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_targets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"integration_id" integer,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"secret" "bytea",
	"old_secret" "bytea",
	"old_until" timestamp with time zone,
	"types" text[],
	"locale" text DEFAULT 'es' NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"confirm_digest" "bytea",
	"confirm_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"hold_until" timestamp with time zone,
	"busy_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "notice_targets_channel" CHECK ("notice_targets"."channel" IN ('email', 'webhook')),
	CONSTRAINT "notice_targets_state" CHECK ("notice_targets"."state" IN ('unconfirmed', 'active', 'paused', 'failing', 'disabled')),
	CONSTRAINT "notice_targets_reason" CHECK ("notice_targets"."reason" IN ('gone', 'failing', 'rejected', 'unsubscribed')),
	CONSTRAINT "notice_targets_disabled" CHECK (("notice_targets"."state" = 'disabled') = ("notice_targets"."reason" IS NOT NULL)),
	CONSTRAINT "notice_targets_secret" CHECK (("notice_targets"."channel" = 'webhook') = ("notice_targets"."secret" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"integration_id" integer,
	"occurred_at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "notices_source_unique" UNIQUE("source"),
	CONSTRAINT "notices_data" CHECK (octet_length("notices"."data"::text) <= 8192)
);
--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_target_id_notice_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."notice_targets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_targets" ADD CONSTRAINT "notice_targets_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_one_open" ON "episodes" USING btree ("kind","subject") WHERE "episodes"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "episodes_subject" ON "episodes" USING btree ("kind","subject","id");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("target_id","next_at") WHERE "notice_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "notice_deliveries_target" ON "notice_deliveries" USING btree ("target_id","notice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_targets_one" ON "notice_targets" USING btree (coalesce("integration_id", 0),"channel","address");--> statement-breakpoint
CREATE INDEX "notices_integration" ON "notices" USING btree ("integration_id","id");