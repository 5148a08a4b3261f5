-- What the builder of the schema cannot say.

-- The ledger, the audit log and its heads are only ever added to. Not even the app may lower or forget
-- a head, which is the newest row of the audit log at a verification.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_heads_append_only BEFORE UPDATE OR DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_heads_no_truncate BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Whatever writes an integration or its credentials, the version rises in the same transaction.
CREATE FUNCTION raise_access_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.access_version := OLD.access_version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER integrations_access_version BEFORE UPDATE ON integrations
  FOR EACH ROW EXECUTE FUNCTION raise_access_version();
--> statement-breakpoint
CREATE FUNCTION raise_access_version_of_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Any update will do: the trigger of the table raises the version.
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE integrations SET access_version = access_version;
  ELSE
    UPDATE integrations SET access_version = access_version
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.integration_id ELSE NEW.integration_id END
      OR (TG_OP = 'UPDATE' AND id = OLD.integration_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credentials_access_version AFTER INSERT OR UPDATE OR DELETE ON credentials
  FOR EACH ROW EXECUTE FUNCTION raise_access_version_of_credential();
--> statement-breakpoint
CREATE TRIGGER credentials_truncated AFTER TRUNCATE ON credentials
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_version_of_credential();
--> statement-breakpoint

-- Rows updated or deleted by every query: leave room for in-page updates, vacuum them early.
ALTER TABLE accounts SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
ALTER TABLE holds SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
--> statement-breakpoint
ALTER TABLE pending_counts SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
--> statement-breakpoint

-- The role of the app owns nothing. The next functions do for it what only the owner of a table may.

-- Creates the partition of a month, cut in UTC. Returns false when it is there already.
CREATE FUNCTION create_query_record_partition(month timestamp) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first timestamp := date_trunc('month', month);
  partition text := 'query_records_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass(partition) IS NOT NULL THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_query_record_partitions'));
  IF to_regclass(partition) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format(
    'CREATE TABLE %I PARTITION OF query_records FOR VALUES FROM (%L) TO (%L)',
    partition, first || '+00', (first + interval '1 month') || '+00');
  RETURN true;
END $$;
--> statement-breakpoint
-- Returns how many partitions it created; safe to call at any time, by many.
CREATE FUNCTION ensure_query_record_partitions(months_ahead integer) RETURNS integer LANGUAGE sql AS $$
  SELECT (count(*) FILTER (WHERE create_query_record_partition(
    clock_timestamp() AT TIME ZONE 'UTC' + step * interval '1 month')))::integer
  FROM generate_series(0, months_ahead) AS step
$$;
--> statement-breakpoint
-- Drops the records of a month that has ended. A wrong clock deletes records for good, so the caller's
-- clock and the newest record must confirm it.
CREATE FUNCTION drop_query_record_partition(partition text, app_clock timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  apart CONSTANT interval := '5 minutes';
  newest timestamptz := (SELECT created_at FROM query_records ORDER BY created_at DESC LIMIT 1);
BEGIN
  IF partition !~ '^query_records_\d{4}_\d{2}$' OR to_date(right(partition, 7), 'YYYY_MM')
    >= date_trunc('month', least(app_clock, clock_timestamp()) AT TIME ZONE 'UTC')
  THEN
    RAISE EXCEPTION '% is no month that has ended', partition USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF app_clock NOT BETWEEN clock_timestamp() - apart AND clock_timestamp() + apart
    OR newest > clock_timestamp() + apart
  THEN
    RAISE EXCEPTION 'the clocks are apart' USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('DROP TABLE %I', partition);
END $$;

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

-- The day in Guatemala of an instant.
CREATE FUNCTION guatemala_date(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (at AT TIME ZONE interval '-06:00')::date $$;
--> statement-breakpoint

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

-- The counts with those not folded in yet: right to the record at every moment.
CREATE VIEW counted_queries AS
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

-- Counts of all integrations by the day are few among those of single ones by the hour, and the planner
-- takes either for as many as the other unless it is told: it would read the whole table for a year.
CREATE STATISTICS "query_counts_kinds" (mcv, dependencies) ON "grain", "integration_id" FROM "query_counts";
