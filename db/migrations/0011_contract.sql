-- Removes what 0.2.0 no longer uses: the other word of an ending, and what followed from it.
-- squawk-ignore-file ban-drop-column, adding-not-nullable-field
-- Counts wait in "pending_counts" for seconds, so it has few rows to read.

-- Reads the records while it blocks nobody. Afterwards NOT NULL needs no reading.
ALTER TABLE "query_records" VALIDATE CONSTRAINT "query_records_ended";
--> statement-breakpoint
CREATE VIEW counted_queries_next AS
SELECT grain, integration_id, start, lookup, ending, responsible, status, latency, queries, charged
FROM query_counts
UNION ALL
SELECT g.grain, s.integration_id, CASE g.grain WHEN 'day' THEN guatemala_day(p.hour) ELSE p.hour END,
  p.lookup, p.ending, p.responsible, p.status, p.latency, p.queries, p.charged
FROM pending_counts p CROSS JOIN (VALUES ('hour'), ('day')) AS g(grain)
  CROSS JOIN LATERAL (VALUES (p.integration_id), (0)) AS s(integration_id);
--> statement-breakpoint
-- The role of the app reads the view also until the migrator gives it its rights again.
DO $$
DECLARE reader regrole;
BEGIN
  FOR reader IN SELECT DISTINCT (a).grantee FROM (
    SELECT aclexplode(relacl) AS a FROM pg_class WHERE oid = 'counted_queries'::regclass) acl
    WHERE (a).privilege_type = 'SELECT' AND (a).grantee <> 0
  LOOP
    EXECUTE format('GRANT SELECT ON counted_queries_next TO %s', reader);
  END LOOP;
END $$;
--> statement-breakpoint
DROP VIEW counted_queries;
--> statement-breakpoint
ALTER VIEW counted_queries_next RENAME TO counted_queries;
--> statement-breakpoint
DROP TRIGGER query_counts_outcome ON query_counts;
--> statement-breakpoint
DROP TRIGGER pending_counts_outcome ON pending_counts;
--> statement-breakpoint
DROP FUNCTION write_outcome, outcome_of, ending_of, responsible_for;
--> statement-breakpoint
ALTER TABLE "query_counts" DROP COLUMN "outcome";
--> statement-breakpoint
ALTER TABLE "query_counts" ADD CONSTRAINT "query_counts_key" PRIMARY KEY USING INDEX "query_counts_key";
--> statement-breakpoint
ALTER TABLE "pending_counts" DROP COLUMN "outcome", ALTER COLUMN "ending" SET NOT NULL,
  ALTER COLUMN "responsible" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "query_records" DROP COLUMN "outcome", ALTER COLUMN "ending" SET NOT NULL,
  ALTER COLUMN "responsible" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "query_records" DROP CONSTRAINT "query_records_ended";
--> statement-breakpoint
DELETE FROM task_runs WHERE name = 'fill_endings';
