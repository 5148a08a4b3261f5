-- Every month has this index already and is not read. A month that was made meanwhile is empty.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "query_records_repeated" ON "query_records" USING btree ("created_at","id") WHERE "query_records"."repeated";
