-- without transaction
-- The next migration adopts these, where it would build its own and block settlements meanwhile.

-- run each row
SELECT format('DROP INDEX CONCURRENTLY IF EXISTS %I', relname || '_repeated')
FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'query_records'::regclass;
--> statement-breakpoint
-- run each row
SELECT format('CREATE INDEX CONCURRENTLY %I ON %I (created_at, id) WHERE repeated', relname || '_repeated', relname)
FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'query_records'::regclass;
