ALTER TABLE "query_records" ADD COLUMN "repeated" boolean DEFAULT false NOT NULL;
