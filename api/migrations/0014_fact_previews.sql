CREATE TABLE "fact_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"value" jsonb,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
