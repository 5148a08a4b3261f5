CREATE TABLE "incident_updates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"actor" text NOT NULL,
	CONSTRAINT "incident_updates_text" CHECK (length("incident_updates"."text") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"lookups" text[] NOT NULL,
	"impact" text NOT NULL,
	"starts_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ends_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "incidents_kind" CHECK ("incidents"."kind" IN ('incident', 'maintenance')),
	CONSTRAINT "incidents_impact" CHECK ("incidents"."impact" IN ('minor', 'major')),
	CONSTRAINT "incidents_title" CHECK (length("incidents"."title") BETWEEN 1 AND 120),
	CONSTRAINT "incidents_lookups" CHECK (cardinality("incidents"."lookups") > 0),
	CONSTRAINT "incidents_ends" CHECK ("incidents"."kind" = 'incident' OR "incidents"."ends_at" > "incidents"."starts_at"),
	CONSTRAINT "incidents_known_end" CHECK ("incidents"."kind" = 'incident' OR "incidents"."ends_at" IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_updates_incident" ON "incident_updates" USING btree ("incident_id","id");
--> statement-breakpoint
CREATE TRIGGER incident_updates_append_only BEFORE UPDATE OR DELETE ON incident_updates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER incident_updates_no_truncate BEFORE TRUNCATE ON incident_updates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
