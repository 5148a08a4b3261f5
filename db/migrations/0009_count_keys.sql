-- without transaction
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction

-- Rows of builds that wrote no ending. The build before writes it, so none are added meanwhile.
UPDATE query_records SET ending = ending_of(outcome, status),
  responsible = responsible_for(ending_of(outcome, status), status) WHERE ending IS NULL;
--> statement-breakpoint
UPDATE pending_counts SET ending = ending_of(outcome, status),
  responsible = responsible_for(ending_of(outcome, status), status) WHERE ending IS NULL;
--> statement-breakpoint
UPDATE query_counts SET ending = ending_of(outcome, status),
  responsible = responsible_for(ending_of(outcome, status), status) WHERE ending IS NULL;
--> statement-breakpoint

-- The word that the build before counts an ending by. No two pairs have the same at one status.
CREATE OR REPLACE FUNCTION outcome_of(ending text, responsible text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN responsible = 'ours' THEN ending
  WHEN ending = 'partial' THEN 'found_partial'
  WHEN ending = 'empty' THEN 'found_empty'
  WHEN ending = 'passed_on' THEN 'found'
  ELSE ending END;
--> statement-breakpoint
-- Counts of one ending by two words become one, as both keys of the table demand.
WITH taken AS (
  DELETE FROM query_counts WHERE outcome <> outcome_of(ending, responsible) RETURNING *
)
INSERT INTO query_counts AS c (grain, integration_id, start, lookup, outcome, status, latency, queries,
  charged, ending, responsible)
SELECT grain, integration_id, start, lookup, outcome_of(ending, responsible), status, latency,
  sum(queries), sum(charged), ending, responsible
FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7, 10, 11
ON CONFLICT (grain, integration_id, start, lookup, outcome, status, latency)
  DO UPDATE SET queries = c.queries + excluded.queries, charged = c.charged + excluded.charged;
--> statement-breakpoint

DROP INDEX CONCURRENTLY IF EXISTS "query_counts_key";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "query_counts_key" ON "query_counts" ("grain", "integration_id",
  "start", "lookup", "ending", "responsible", "status", "latency");
--> statement-breakpoint

-- The build before blamed the source for refusals that ran out of time before it was asked.
WITH renamed AS (DELETE FROM refusal_counts WHERE reason = 'source_unavailable' RETURNING *)
INSERT INTO refusal_counts AS c (minute, integration_id, nombre, lookup, reason, address, refusals)
SELECT minute, integration_id, nombre, lookup, 'out_of_time', address, refusals FROM renamed
ON CONFLICT (minute, integration_id, nombre, lookup, reason, address)
  DO UPDATE SET refusals = c.refusals + excluded.refusals;
