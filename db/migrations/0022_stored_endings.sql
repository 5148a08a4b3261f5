ALTER TABLE "query_records" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "query_records" ADD COLUMN "responsible" text;--> statement-breakpoint
ALTER TABLE "pending_counts" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "pending_counts" ADD COLUMN "responsible" text;--> statement-breakpoint
ALTER TABLE "query_counts" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "query_counts" ADD COLUMN "responsible" text;--> statement-breakpoint

-- The ending of a row that an earlier release wrote. The release that drops "outcome" drops these two.
CREATE FUNCTION ending_of(outcome text, status integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN outcome = 'found' AND status >= 300 THEN 'passed_on'
  WHEN outcome = 'found_partial' THEN 'partial'
  WHEN outcome = 'found_empty' THEN 'empty'
  ELSE outcome END;
--> statement-breakpoint

-- An ending of a later release counts as our failure.
CREATE FUNCTION responsible_for(ending text, status integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN ending IN ('found', 'partial', 'empty', 'source_not_found') THEN 'nobody'
  WHEN ending IN ('source_rejected_input', 'client_gone') THEN 'integrator'
  WHEN ending IN ('source_limited', 'source_unavailable') THEN 'source'
  WHEN ending = 'passed_on' AND status IN (400, 404, 422) THEN 'nobody'
  WHEN ending = 'passed_on' AND status NOT IN (401, 402, 403) THEN 'source'
  ELSE 'ours' END;
--> statement-breakpoint

CREATE OR REPLACE VIEW counted_queries AS
SELECT grain, integration_id, start, lookup, outcome, status, latency, queries, charged,
  coalesce(ending, ending_of(outcome, status)) AS ending,
  coalesce(responsible, responsible_for(ending_of(outcome, status), status)) AS responsible
FROM query_counts
UNION ALL
SELECT g.grain, s.integration_id, CASE g.grain WHEN 'day' THEN guatemala_day(p.hour) ELSE p.hour END,
  p.lookup, p.outcome, p.status, p.latency, p.queries, p.charged,
  coalesce(p.ending, ending_of(p.outcome, p.status)),
  coalesce(p.responsible, responsible_for(ending_of(p.outcome, p.status), p.status))
FROM pending_counts p CROSS JOIN (VALUES ('hour'), ('day')) AS g(grain)
  CROSS JOIN LATERAL (VALUES (p.integration_id), (0)) AS s(integration_id);
