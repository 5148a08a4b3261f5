CREATE TABLE "deployment" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" text DEFAULT left(replace(gen_random_uuid()::text, '-', ''), 12) NOT NULL,
	CONSTRAINT "deployment_one" CHECK ("deployment"."row" = 1)
);
--> statement-breakpoint
INSERT INTO "deployment" DEFAULT VALUES;
