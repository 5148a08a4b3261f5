-- Counts of all integrations by the day are few among those of single ones by the hour, and the planner
-- takes either for as many as the other unless it is told: it would read the whole table for a year.
CREATE STATISTICS "query_counts_kinds" (mcv, dependencies) ON "grain", "integration_id" FROM "query_counts";--> statement-breakpoint
ANALYZE "query_counts";
