CREATE TABLE "unreadable_fields" (
	"lookup" text NOT NULL,
	"field" text NOT NULL,
	"answers" bigint NOT NULL,
	"first_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "unreadable_fields_lookup_field_pk" PRIMARY KEY("lookup","field")
);
