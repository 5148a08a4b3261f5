-- Few rows: ten targets for each integration at most, so the checks hold their lock for milliseconds.
-- squawk-ignore-file constraint-missing-not-valid
CREATE TABLE "notice_counts" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"times" timestamp with time zone[] NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_targets" DROP CONSTRAINT "notice_targets_reason";--> statement-breakpoint
ALTER TABLE "notice_targets" DROP CONSTRAINT "notice_targets_disabled";--> statement-breakpoint
ALTER TABLE "notice_targets" ADD CONSTRAINT "notice_targets_reason" CHECK ("notice_targets"."reason" IN ('gone', 'failing', 'rejected', 'unsubscribed', 'left'));--> statement-breakpoint
ALTER TABLE "notice_targets" ADD CONSTRAINT "notice_targets_disabled" CHECK (CASE "notice_targets"."state" WHEN 'disabled' THEN "notice_targets"."reason" IS NOT NULL
        WHEN 'paused' THEN coalesce("notice_targets"."reason", 'left') = 'left' ELSE "notice_targets"."reason" IS NULL END);