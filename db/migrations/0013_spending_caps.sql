CREATE FUNCTION guatemala_date(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (at AT TIME ZONE interval '-06:00')::date $$;
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "spent_on" date DEFAULT '1970-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "spent_day" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "spent_month" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "cap_day" bigint;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "cap_month" bigint;--> statement-breakpoint
-- What this month has cost so far, without what was refunded.
UPDATE accounts a SET spent_on = m.today, spent_day = m.spent_day, spent_month = m.spent_month
FROM accounts b CROSS JOIN LATERAL (
  SELECT guatemala_date(now()) AS today, coalesce(sum(-c.amount), 0)::bigint AS spent_month,
    coalesce(sum(-c.amount) FILTER (WHERE guatemala_date(c.created_at) = guatemala_date(now())), 0)::bigint
      AS spent_day
  FROM ledger_entries c
  WHERE c.integration_id = b.integration_id AND c.kind = 'cobro'
    AND c.created_at >= date_trunc('month', guatemala_date(now())::timestamp) AT TIME ZONE interval '-06:00'
    AND NOT EXISTS (SELECT FROM ledger_entries d
      WHERE d.query_id = c.query_id AND d.kind = 'devolucion')
) m WHERE a.integration_id = b.integration_id;
