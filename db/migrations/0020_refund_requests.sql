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
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_integration_id_accounts_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."accounts"("integration_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("query_id") WHERE "refund_requests"."declined_at" IS NULL;--> statement-breakpoint
CREATE INDEX "refund_requests_query" ON "refund_requests" USING btree ("query_id");