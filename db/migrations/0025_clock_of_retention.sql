-- A wrong clock deletes records for good, so the caller's clock and the newest record must confirm it.
DROP FUNCTION drop_query_record_partition(text);
--> statement-breakpoint
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
