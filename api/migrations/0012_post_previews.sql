CREATE TABLE "post_previews" (
	"id" serial PRIMARY KEY NOT NULL,
	"post" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
