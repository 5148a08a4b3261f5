CREATE TABLE "sealing_keys" (
	"purpose" text NOT NULL,
	"key_id" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "sealing_keys_purpose_key_id_pk" PRIMARY KEY("purpose","key_id")
);
