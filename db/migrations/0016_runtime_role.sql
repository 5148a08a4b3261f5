-- The role of the app owns nothing. These functions do for it what only the owner of a table may.

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
CREATE OR REPLACE FUNCTION ensure_query_record_partitions(months_ahead integer) RETURNS integer LANGUAGE sql AS $$
  SELECT (count(*) FILTER (WHERE create_query_record_partition(
    clock_timestamp() AT TIME ZONE 'UTC' + step * interval '1 month')))::integer
  FROM generate_series(0, months_ahead) AS step
$$;
--> statement-breakpoint

-- Drops the records of a month that has ended.
CREATE FUNCTION drop_query_record_partition(partition text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF partition !~ '^query_records_\d{4}_\d{2}$' OR to_date(right(partition, 7), 'YYYY_MM')
    >= date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')
  THEN
    RAISE EXCEPTION '% is no month that has ended', partition USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('DROP TABLE %I', partition);
END $$;
