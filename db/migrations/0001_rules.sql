-- What the builder of the schema cannot say.

-- The ledger and the audit log are only ever added to.
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

-- Rows updated or deleted by every query: leave room for in-page updates, vacuum them early.
ALTER TABLE accounts SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
ALTER TABLE holds SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
--> statement-breakpoint

-- Months are cut in UTC. Returns how many partitions it created; safe to call at any time, by many.
CREATE FUNCTION ensure_query_record_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
  partition text;
  created integer := 0;
BEGIN
  FOR step IN 0..months_ahead LOOP
    partition := 'query_records_' || to_char(month, 'YYYY_MM');
    IF to_regclass(partition) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtext('ensure_query_record_partitions'));
      IF to_regclass(partition) IS NULL THEN
        EXECUTE format(
          'CREATE TABLE %I PARTITION OF query_records FOR VALUES FROM (%L) TO (%L)',
          partition, month || '+00', (month + interval '1 month') || '+00');
        created := created + 1;
      END IF;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN created;
END $$;
