-- squawk-ignore-file ban-drop-table
CREATE TABLE "source_shapes" (
	"lookup" text PRIMARY KEY NOT NULL,
	"adapter" text NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
-- Its successor starts anew. While 0.2.0 still runs, its overview and statistics cannot be shown.
DROP TABLE "unreadable_fields";
